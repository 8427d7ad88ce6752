import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { arAR } from './ar-AR.ts'
import { deDE } from './de-DE.ts'
import { enUS } from './en-US.ts'
import { esES } from './es-ES.ts'
import { frFR } from './fr-FR.ts'
import { hiIN } from './hi-IN.ts'
import type { MailWords } from './mail-texts.ts'
import { ptPT } from './pt-PT.ts'
import { ruRU } from './ru-RU.ts'

const WORDS: Record<Locale, MailWords> = {
  'en-US': enUS,
  'es-ES': esES,
  'pt-PT': ptPT,
  'ar-AR': arAR,
  'de-DE': deDE,
  'ru-RU': ruRU,
  'fr-FR': frFR,
  'hi-IN': hiIN,
}

export const mailWordsFor = (locale: Locale): MailWords => WORDS[locale]

/** Puts values in the places named in braces. */
export function worded(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  )
}
