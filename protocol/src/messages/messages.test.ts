import { describe, expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { LOCALES, localeFor, messageFor } from './locales.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

describe('[L3] messages', () => {
  test.each(LOCALES)('%s words every code, without leftovers and in its own script', (locale) => {
    const script = {
      'ru-RU': /\p{Script=Cyrillic}/u,
      'ar-AR': /\p{Script=Arabic}/u,
      'hi-IN': /\p{Script=Devanagari}/u,
    }
    for (const code of codes) {
      const text = messageFor(locale, code)
      expect(text, code).toMatch(script[locale as keyof typeof script] ?? /\p{Script=Latin}/u)
      expect(text, code).toBe(text.trim())
      expect(text, code).not.toMatch(/[!.।]$|\{|\}| {2}/)
    }
  })

  test.each(LOCALES.slice(1))('%s is not English left by accident', (locale) => {
    for (const code of codes) expect(messageFor(locale, code)).not.toBe(messageFor('en-US', code))
  })
})

test.each([
  [undefined, 'en-US'],
  ['de', 'de-DE'],
  ['pt-BR,pt;q=0.9', 'pt-PT'],
  ['xx, hi;q=0.3, fr;q=0.8', 'fr-FR'],
  ['ja', 'en-US'],
  ['*', 'en-US'],
  ['ru;q=0, ar-EG;q=0.1', 'ar-AR'],
  [`${'xx,'.repeat(1000)}de`, 'en-US'],
])('[L3] Accept-Language %s is answered in %s', (header, locale) => {
  expect(localeFor(header)).toBe(locale)
})
