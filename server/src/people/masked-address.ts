/** `a***@example.com`: enough to tell one from another, too little to write to it. */
export const maskEmail = (email: string | null): string | null =>
  email === null ? null : email.replace(/^(.).*(?=@)/su, '$1***')

/** The last three digits. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : `***${phone.slice(-3)}`)
