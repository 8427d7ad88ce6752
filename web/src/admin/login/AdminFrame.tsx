import type { ReactNode } from 'react'
import { useSiteInfo } from '../../lib/site-query.ts'
import { BrandMark } from '../../ui/Brand.tsx'

/** One centred column under the site's name. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  const site = useSiteInfo()
  return (
    <main className="adm">
      <p className="adm-brand">
        <BrandMark logo={site.logo} size={28} />
        <b>
          <bdi>{site.siteName}</bdi>
        </b>
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
