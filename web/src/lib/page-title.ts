import { useEffect } from 'react'
import { useSiteInfo } from './site-query.ts'

/** The document's title: the page, then the site. */
export function usePageTitle(title: string): void {
  const { siteName } = useSiteInfo()
  useEffect(() => {
    document.title = title === '' ? siteName : `${title} · ${siteName}`
  }, [title, siteName])
}
