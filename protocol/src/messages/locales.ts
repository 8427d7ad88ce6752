import type { ErrorCode } from '../errors.ts'
import { arAR } from './ar-AR.ts'
import { deDE } from './de-DE.ts'
import { enUS } from './en-US.ts'
import { esES } from './es-ES.ts'
import { frFR } from './fr-FR.ts'
import { hiIN } from './hi-IN.ts'
import { ptPT } from './pt-PT.ts'
import { ruRU } from './ru-RU.ts'

export const LOCALES = ['en-US', 'es-ES', 'pt-PT', 'ar-AR', 'de-DE', 'ru-RU', 'fr-FR', 'hi-IN'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en-US'

const MESSAGES: Record<Locale, Record<ErrorCode, string>> = {
  'en-US': enUS,
  'es-ES': esES,
  'pt-PT': ptPT,
  'ar-AR': arAR,
  'de-DE': deDE,
  'ru-RU': ruRU,
  'fr-FR': frFR,
  'hi-IN': hiIN,
}

/** The wording of an error code. */
export function messageFor(locale: Locale, code: ErrorCode): string {
  return MESSAGES[locale][code]
}

export function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value)
}

/** Entries of an `Accept-Language` header that are looked at; the rest is ignored. */
const ACCEPTED_RANGES_MAX = 20

/** Best of the eight locales for an `Accept-Language` header: exact tag first, then language alone, by weight. */
export function localeFor(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined || acceptLanguage === '') return DEFAULT_LOCALE
  if (isLocale(acceptLanguage)) return acceptLanguage
  let best: Locale = DEFAULT_LOCALE
  let bestWeight = 0
  for (const range of acceptLanguage.split(',', ACCEPTED_RANGES_MAX)) {
    const [tag = '', ...attributes] = range.trim().toLowerCase().split(';')
    const weight = weightOf(attributes)
    if (weight <= bestWeight) continue
    const locale = localeOfTag(tag.trim())
    if (locale === null) continue
    best = locale
    bestWeight = weight
  }
  return best
}

function weightOf(attributes: readonly string[]): number {
  for (const attribute of attributes) {
    const found = /^\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*$/.exec(attribute)
    if (found) return Math.min(1, Number(found[1]))
  }
  return 1
}

function localeOfTag(tag: string): Locale | null {
  if (tag === '*') return DEFAULT_LOCALE
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag)
  if (exact !== undefined) return exact
  const language = tag.split('-', 1)[0]
  return LOCALES.find((locale) => locale.slice(0, 2) === language) ?? null
}
