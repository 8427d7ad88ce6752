/** Of the site's name in the name of a file. */
const LENGTH_MAX = 40

/** `crypto-trade-bills-2026-11-28.csv`: the site's name in small Latin letters and digits, or `records` where it has none. */
export function siteFileName(siteName: string, fileName: string): string {
  const plain = siteName.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  const name = words.join('-').slice(0, LENGTH_MAX).replace(/-$/, '')
  return `${name === '' ? 'records' : name}-${fileName}`
}
