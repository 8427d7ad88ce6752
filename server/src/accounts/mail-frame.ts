import { DEFAULT_LOCALE, isLocale, type Locale } from '@truestrike/protocol/messages/locales.ts'
import { layOutMail, type MailParts } from '../platform/mail-layout.ts'
import { CODE_LIFE_MINUTES } from './mail-letters.ts'
import { mailWordsFor, worded } from './mail-words/mail-words.ts'

export interface MailFrameParts {
  siteName(): Promise<string>
  fundsMode: 'test' | 'live'
}

export const knownLocale = (locale: string): Locale => (isLocale(locale) ? locale : DEFAULT_LOCALE)

/** Left to right in every language. */
export const ltr = (text: string): string => `\u2066${text}\u2069`

/** Without a name nobody is greeted. */
type Reader = { username: string; email: string }
type More = { code?: string; note?: string; values?: Record<string, string>; link?: MailParts['link'] }

/** What all mails about an account have in common. */
export function createMailFrame({ siteName, fundsMode }: MailFrameParts) {
  /** Before anybody is looked up: what is cached afterwards must not tell whether somebody was found. */
  const site = async ({ locale: asked, origin }: { locale: string; origin: string }) => {
    return { locale: knownLocale(asked), origin, name: await siteName() }
  }
  const frame = (reader: Reader, { locale, origin, name }: Awaited<ReturnType<typeof site>>) => {
    const words = mailWordsFor(locale)
    const common = { site: name, name: reader.username, minutes: String(CODE_LIFE_MINUTES), origin }
    const fill = (text: string, more: Record<string, string> = {}) => worded(text, { ...common, ...more })
    const footer = [fill(words.sender), ...(fundsMode === 'test' ? [words.testMode] : [])]
    /** `code` stands before the last two paragraphs, `note` before the footer. */
    const lay = (subject: string, all: readonly string[], more: More = {}) => {
      const texts = reader.username === '' ? all.filter((text) => text !== words.hello) : all
      const { code, note, values = {}, link } = more
      const content = layOutMail({
        ...{ locale, siteName: name, subject: fill(subject, values) },
        footer: [...(note === undefined ? [] : [fill(note)]), ...footer],
        paragraphs: texts.map((text) => fill(text, values)),
        ...(code === undefined ? {} : { code: { text: code, after: texts.length - 2 } }),
        ...(link === undefined ? {} : { link }),
      })
      return { ...content, to: reader.email, locale }
    }
    return { words, fill, lay }
  }
  return { site, frame }
}
