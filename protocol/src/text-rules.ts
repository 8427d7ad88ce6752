/** How long a text may be, in signs. */
export interface TextRule {
  readonly minLength?: number
  readonly maxLength?: number
}

// Of what people type: the schemas of the calls and the forms read the same, as pages are built without schemas.
export const USERNAME = { minLength: 3, maxLength: 20 } as const
export const PASSWORD = { minLength: 6, maxLength: 200 } as const
/** Chosen anew after a forgotten one: also letters and digits. */
export const RESET_PASSWORD = { minLength: 8, maxLength: 200 } as const
export const ADMIN_PASSWORD = { minLength: 10, maxLength: 200 } as const
export const EMAIL = { minLength: 3, maxLength: 254 } as const
/** Six digits, or a recovery code with its hyphens. */
export const SECOND_FACTOR_CODE = { minLength: 6, maxLength: 40 } as const
export const MAIL_CODE = { minLength: 6, maxLength: 6 } as const
export const NICKNAME = { maxLength: 30 } as const
export const BIO = { maxLength: 300 } as const
/** As people write them; what counts are 6 to 15 digits, with or without a plus. */
export const PHONE = { maxLength: 40 } as const
export const REAL_NAME = { minLength: 2, maxLength: 100 } as const

/** Controls, and marks that turn the direction of what follows: a text that others read must not look like another one. */
const HIDDEN = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e'
/** Isolates are set by pages around numbers and names: they come along when those are copied. On one line they are refused too. */
const HIDDEN_ON_LINE = `${HIDDEN}\\t\\n\\r\\u2066-\\u2069`
/** Patterns of texts that others are shown: more than blanks, and nothing hidden. Of one line, and of several. */
export const SHOWN_LINE = `^(?![\\s\\S]*[${HIDDEN_ON_LINE}])[\\s\\S]*\\S`
export const SHOWN_TEXT = `^(?![\\s\\S]*[${HIDDEN}])[\\s\\S]*\\S`

/** Whether a text breaks such a pattern by what it hides; else by being blank. */
export const hidesCharacters = (text: string, pattern: string): boolean =>
  new RegExp(`[${pattern === SHOWN_LINE ? HIDDEN_ON_LINE : HIDDEN}]`).test(text)

/** Letters of any script, and digits. */
export function hasLettersAndDigits(text: string): boolean {
  return /\p{L}/u.test(text) && /\p{Nd}/u.test(text)
}

export const ACCOUNT_NAME = { minLength: 1, maxLength: 100 } as const
export const ACCOUNT_NUMBER = { minLength: 1, maxLength: 64 } as const
export const BANK_NAME = { minLength: 1, maxLength: 100 } as const
export const WALLET_ADDRESS = { maxLength: 100 } as const
export const ADDRESS_LABEL = { minLength: 1, maxLength: 40 } as const

// What the operator words.
export const SITE_NAME = { minLength: 1, maxLength: 40 } as const
export const SITE_DESCRIPTION = { maxLength: 300 } as const
/** A person or a company; empty: the operator gives no name. */
export const OPERATOR_NAME = { maxLength: 120 } as const
export const SERVICE_LINK = { maxLength: 500 } as const
export const SERVICE_HOURS = { maxLength: 60 } as const
export const METHOD_NAME = { minLength: 1, maxLength: 60 } as const
export const METHOD_INSTRUCTIONS = { maxLength: 2000 } as const
export const SENDER_NAME = { maxLength: 60 } as const
export const SITE_TEXT = { minLength: 1, maxLength: 20_000 } as const
export const PRODUCT_NAME = { minLength: 1, maxLength: 40 } as const
