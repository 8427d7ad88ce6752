import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { FastifyInstance } from 'fastify'

const FILE = 'manifest.webmanifest'

interface Parts {
  /** Folder of the built web pages; null serves none. */
  webRoot: string | null
  site(): Promise<Pick<SiteInfo, 'siteName' | 'siteDescription'>>
}

/** `/manifest.webmanifest`, by which browsers install the app: that of the pages, under the names this site goes by. */
export function registerAppManifest(app: FastifyInstance, { webRoot, site }: Parts): void {
  const path = webRoot === null ? null : join(webRoot, FILE)
  if (path === null || !existsSync(path)) return
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  app.get(`/${FILE}`, async (request, reply) => {
    const { siteName, siteDescription } = await site()
    const described = siteDescription === '' ? {} : { description: siteDescription }
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send({ ...manifest, name: siteName, short_name: siteName, ...described, lang: request.info.locale })
  })
}
