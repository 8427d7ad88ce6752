import { ERRORS, type ErrorCode } from '../errors.ts'
import type { Locale } from './locales.ts'

/** After the words of a refusal, which end without a full stop; `{when}` is “in 12 minutes”. */
const AFTER: Record<Locale, string> = {
  'en-US': '{text}. Try again {when}.',
  'es-ES': '{text}. Vuelva a intentarlo {when}.',
  'pt-PT': '{text}. Tente de novo {when}.',
  'ar-AR': '{text}. حاول مرة أخرى {when}.',
  'de-DE': '{text}. Versuchen Sie es {when} wieder.',
  'ru-RU': '{text}. Повторите попытку {when}.',
  'fr-FR': '{text}. Réessayez {when}.',
  'hi-IN': '{text}। {when} फिर कोशिश करें।',
}

const MINUTE = 60
const HOUR = 3_600

/**
 * The words of a refusal of what was done too often, with when it may be done again, rounded up; others as they are, and so
 * is a mailed code that was asked for too soon: its form counts down.
 */
export function withRetry(
  locale: Locale,
  code: ErrorCode,
  text: string,
  seconds: number | undefined,
): string {
  if (seconds === undefined || ERRORS[code] !== 429 || code === 'CODE_TOO_SOON') return text
  const relative = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'always' })
  const [unit, length] =
    seconds < MINUTE
      ? (['second', 1] as const)
      : seconds < 2 * HOUR
        ? (['minute', MINUTE] as const)
        : (['hour', HOUR] as const)
  const when = relative.format(Math.ceil(seconds / length), unit)
  return AFTER[locale].replace('{text}', text).replace('{when}', when)
}
