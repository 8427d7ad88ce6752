import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Smaller files are not worth compressing. */
const COMPRESS_BYTES_MIN = 1_024
/** Paths that are never a page of the single-page app: a missing file there is missing. */
const FILES_ONLY =
  /^\/(api|assets|uploads|sounds|fonts|icons|verifiers|admin-pages|healthz|readyz|metrics|ws)(\/|$)/

function isPagePath(path: string): boolean {
  return !FILES_ONLY.test(path)
}

/** The built web pages: hashed assets for ever, everything else asked for anew; unknown pages are the app's to answer. */
export async function registerStaticFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  const folder = `${webRoot}${sep}`
  await app.register(async (scope) => {
    await scope.register(compress, { threshold: COMPRESS_BYTES_MIN, encodings: ['br', 'gzip'] })
    await scope.register(fastifyStatic, {
      root: webRoot,
      wildcard: true,
      index: ['index.html'],
      redirect: false,
      cacheControl: false,
      // The build lays compressed copies beside the files; what has none is compressed while it is sent.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.setHeader('vary', 'accept-encoding')
        const local = path.startsWith(folder) ? path.slice(folder.length).replaceAll(sep, '/') : ''
        reply.setHeader('cache-control', cachePolicy(local))
      },
    })
  })
}

function cachePolicy(path: string): string {
  return path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Answers a page of the single-page apps, or returns null when the call is no page. */
export function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string,
): FastifyReply | null {
  const path = request.url.split('?', 1)[0] ?? ''
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !isPagePath(path) || !acceptsHtml(request.headers.accept)) return null
  const file = path === '/admin' || path.startsWith('/admin/') ? 'admin/index.html' : 'index.html'
  if (!existsSync(join(webRoot, file))) return null
  return reply.header('cache-control', 'no-cache').sendFile(file, webRoot)
}

function acceptsHtml(accept: string | undefined): boolean {
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*')
}
