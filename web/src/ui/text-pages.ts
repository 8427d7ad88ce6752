/** The texts everybody may read, with their parts in the order in which they are read. */
export const TEXT_PAGES = {
  about: ['what', 'fair', 'earn', 'claims', 'who'],
  terms: ['what', 'loss', 'settle', 'cancel', 'void', 'funds', 'proof', 'account', 'freeze', 'change'],
  privacy: ['data', 'identity', 'money', 'purpose', 'seen', 'browser', 'public', 'keep', 'rights'],
  risk: ['all', 'odds', 'short', 'fast', 'faults', 'stop', 'law'],
} as const

export type TextPage = keyof typeof TEXT_PAGES

export const textPages = Object.keys(TEXT_PAGES) as TextPage[]

export const pathOfText = (page: TextPage): string => `/${page}`
