const SCHEMES = ['https:', 'mailto:', 'tel:']

/** Where a page of the site may lead to: a page, a mail, a call. */
export function isServiceLink(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return SCHEMES.includes(protocol) && (protocol === 'https:' ? hostname !== '' : pathname !== '')
}
