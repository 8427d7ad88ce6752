/** Names of fields whose value never reaches the log. */
const SECRET_NAME =
  /token|e?mail(s|_?address)?$|password|passphrase|secret|authorization|cookie|otp|totp|recovery|private_?key|seed|iban|account_?(number|name)|bank|card|xsrf|csrf|session_?id$|database_?url|credential/i
/** A `code` is secret when it is one a person types (sign-in code, invite code), not when it names an error. */
const ERROR_CODE = /^([A-Z]+(_[A-Z]+)+|E[A-Z]{3,}|[0-9A-Z]{5})$/
const DIGITS_ONLY = /^\d{5}$/

/** Not the user and host of a database's address, which have no `.` or a password before them. */
const MAIL_ADDRESS =
  /(?<![\p{L}\p{N}/:@])[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*/gu

const REDACTED = '[redacted]'
const DEPTH_MAX = 6
const ITEMS_MAX = 50
const TEXT_MAX_CHARS = 4_000

/** A copy of the fields fit for the log: secrets replaced, depth, items and text bounded, bigint as text. */
export function scrub(fields: object): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    // Errors on top are turned into fields by `scrubError`.
    clean[name] = value instanceof Error ? value : scrubField(name, value, 1)
  }
  return clean
}

export function scrubError(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return scrubValue(error, depth)
  const { name, message, stack, cause, ...fields } = error as Error & Record<string, unknown>
  const clean: Record<string, unknown> = { type: name ?? error.name, message: scrubText(message) }
  if (typeof stack === 'string') clean.stack = scrubText(stack)
  for (const [key, value] of Object.entries(fields)) {
    clean[key] = key === 'code' && typeof value === 'string' ? value : scrubField(key, value, depth + 1)
  }
  if (cause !== undefined && depth < DEPTH_MAX) clean.cause = scrubError(cause, depth + 1)
  return clean
}

function scrubField(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name)) return value === null || value === undefined ? value : REDACTED
  if (/code$/i.test(name) && typeof value === 'string') {
    return ERROR_CODE.test(value) && !DIGITS_ONLY.test(value) ? value : REDACTED
  }
  return scrubValue(value, depth)
}

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return scrubError(value, depth)
  if (value instanceof Date) return value
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (depth >= DEPTH_MAX) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => scrubValue(item, depth + 1))
  const clean: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value).slice(0, ITEMS_MAX)) {
    clean[name] = scrubField(name, inner, depth + 1)
  }
  return clean
}

/** Secrets inside sentences: bearer headers, query strings, passwords in addresses, where people get mail. */
function scrubText(text: string): string {
  return text
    .slice(0, TEXT_MAX_CHARS)
    .replace(/\b(bearer)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`)
    .replace(/([?&;\s](?:token|password|code|secret|signature)=)[^&\s;"']+/gi, `$1${REDACTED}`)
    .replace(/(\w+:\/\/[^\s:/@]*:)[^\s@/]+@/g, `$1${REDACTED}@`)
    .replace(MAIL_ADDRESS, '[address]')
}
