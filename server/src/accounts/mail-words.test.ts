import { LOCALES } from '@truestrike/protocol/messages/locales.ts'
import { describe, expect, test } from 'vitest'
import { layOutMail } from '../platform/mail-layout.ts'
import { mailWordsFor, worded } from './mail-words/mail-words.ts'

/** All texts by their place: `login.subject`. */
function textsOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : textsOf(value as object, `${path}${key}.`),
  )
}
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const english = new Map(textsOf(mailWordsFor('en-US')))

describe.each(LOCALES)('[L3] mails in %s', (locale) => {
  const texts = textsOf(mailWordsFor(locale))

  test('fill the same places as the English ones', () => {
    expect(texts.map(([at, text]) => [at, placesIn(text)])).toEqual(
      [...english].map(([at, text]) => [at, placesIn(text)]),
    )
  })

  test.runIf(locale !== 'en-US')('are not English left by accident', () => {
    expect(texts.filter(([at, text]) => english.get(at) === text)).toEqual([])
  })

  test('say which language they are in, and from where it is read', () => {
    const parts = { locale, siteName: 'S', subject: 's', paragraphs: ['p', 'q'], footer: ['f'] }
    const { html, text } = layOutMail({ ...parts, code: { text: '123456', after: 1 } })
    expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar-AR' ? 'rtl' : 'ltr'}">`)
    expect(html).toMatch(/<p dir="ltr"[^>]*>123456<\/p>/)
    expect(text).toBe('p\n\n123456\n\nq\n\n-- \nf\n')
  })
})

test('[L3] places without a value stay as they are', () => {
  expect(worded('{a} {b} {toString}', { a: '1' })).toBe('1 {b} {toString}')
})

test('[K5] names can neither add markup nor another header line', () => {
  const { subject, html } = layOutMail({
    locale: 'en-US',
    siteName: '<img src=x onerror=alert(1)>',
    subject: 'Hello\r\nBcc: eve@example.com',
    paragraphs: ['"<script>" & co'],
    footer: [],
  })
  expect(subject).toBe('Hello Bcc: eve@example.com')
  expect(html).not.toMatch(/<(img|script)/)
  expect(html).toContain('&quot;&lt;script&gt;&quot; &amp; co')
})

test('[K1] a mail fetches nothing and leads nowhere', () => {
  const { html } = layOutMail({
    ...{ locale: 'en-US', siteName: 'S', subject: 's', paragraphs: ['p'], footer: ['https://x.example'] },
  })
  expect(html).not.toMatch(/\b(src|href|url\()/)
})
