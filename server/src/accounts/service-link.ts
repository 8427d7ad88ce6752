const SCHEMES = ['https:', 'mailto:', 'tel:']

/** Why a page of the site may not lead there: to a page, a mail or a call, with nothing hidden in the address. Null: it may. */
export function serviceLinkFault(text: string): 'link' | 'linkLogin' | 'linkHidden' | null {
  // Controls, marks of direction, joiners and whatever else shows nothing.
  if (/\p{C}/u.test(text)) return 'linkHidden'
  if (/\s/.test(text) || !URL.canParse(text)) return 'link'
  const { protocol, hostname, pathname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'linkLogin'
  const leadsSomewhere = protocol === 'https:' ? hostname !== '' : pathname !== ''
  return SCHEMES.includes(protocol) && leadsSomewhere ? null : 'link'
}
