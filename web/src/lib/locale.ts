import { readStored, writeStored } from './browser-storage.ts'

/** The languages of the product: their own names, and the letters in the header. */
export const LOCALES = {
  'en-US': { name: 'English', short: 'EN' },
  'es-ES': { name: 'Español', short: 'ES' },
  'pt-PT': { name: 'Português', short: 'PT' },
  'ar-AR': { name: 'العربية', short: 'AR' },
  'de-DE': { name: 'Deutsch', short: 'DE' },
  'ru-RU': { name: 'Русский', short: 'RU' },
  'fr-FR': { name: 'Français', short: 'FR' },
  'hi-IN': { name: 'हिन्दी', short: 'HI' },
} as const

export type Locale = keyof typeof LOCALES

export const DEFAULT_LOCALE: Locale = 'en-US'
export const localeNames = Object.keys(LOCALES) as Locale[]

const LANGUAGE_KEY = 'language'

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value)
}

/** The stored choice, else en-US. */
export function storedLocale(): Locale {
  const stored = readStored(LANGUAGE_KEY)
  return isLocale(stored) ? stored : DEFAULT_LOCALE
}

export function storeLocale(locale: Locale): void {
  writeStored(LANGUAGE_KEY, locale)
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return locale.startsWith('ar') ? 'rtl' : 'ltr'
}

/** The locale for `Intl`: digits are Latin in every language, so that no figure is misread. */
export function intlLocale(locale: string): string {
  return `${locale}-u-nu-latn`
}
