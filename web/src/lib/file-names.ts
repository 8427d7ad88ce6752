import { siteFileName } from '@truestrike/protocol/site-file-name.ts'
import { useSiteInfo } from './site-query.ts'

/** Names a file after this site: `crypto-trade-rules-2026-11-28.csv`. */
export function useFileNames(): (fileName: string) => string {
  const { siteName } = useSiteInfo()
  return (fileName) => siteFileName(siteName, fileName)
}
