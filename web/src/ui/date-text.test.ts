import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { setLanguage, startI18n } from '../lib/i18n.ts'
import { localeNames } from '../lib/locale.ts'
import { addMonths, dateOrder, dayByKey, readDay, weekdays, weeksOf, writeDay } from './date-text.ts'

beforeAll(() => startI18n())

test('[U-19] every language reads the dates it writes, with other separators, digits and as ISO too', () => {
  for (const locale of localeNames) {
    for (const day of ['2026-11-21', '2024-02-29', '1999-12-31']) {
      const written = writeDay(day, locale)
      expect(written, locale).toMatch(/^[\d/.]{10}$/)
      expect(readDay(written, locale), locale).toBe(day)
      expect(readDay(written.replaceAll(/\D/g, ' - '), locale), locale).toBe(day)
      expect(readDay(day, locale), locale).toBe(day)
    }
  }
  expect(readDay('٢١/١١/٢٠٢٦', 'ar-AR')).toBe('2026-11-21')
  expect(readDay('२१/११/२०२६', 'hi-IN')).toBe('2026-11-21')
  expect([readDay('3/4/2026', 'en-US'), readDay('3/4/2026', 'es-ES')]).toEqual(['2026-03-04', '2026-04-03'])
})

test('[U-19] what is no day, or not whole yet, is none', () => {
  for (const text of [
    '',
    '1',
    '11/21',
    '11/21/26',
    '13/01/2026',
    '2/30/2026',
    '02/29/2025',
    '1/1/0002',
    'soon',
  ])
    expect(readDay(text, 'en-US'), text).toBeNull()
  expect(writeDay('2026-02-30', 'en-US')).toBe('')
})

test('[U-19] the pattern in an empty field has the order in which the language is read', async () => {
  const parts = { year: /^(Y|A|J|Г|व|س)/, month: /^(M|М|म|ش)/, day: /^(D|T|J|Д|द|ي)/ }
  for (const locale of localeNames) {
    await setLanguage(locale)
    const words = i18next.t('ui:date.format').split(/[/.\u200e]+/)
    for (const [at, part] of dateOrder(locale).entries()) {
      // The French day and the German year share their letter, not their length.
      if (words[at]?.startsWith('J')) expect(words[at]?.length, locale).toBe(part === 'year' ? 4 : 2)
      else if (!(locale.startsWith('ar') && part === 'year')) expect(words[at], locale).toMatch(parts[part])
    }
    expect(words, locale).toHaveLength(3)
  }
  await setLanguage('en-US')
})

test('[U-19] a month has whole weeks that begin as the language begins them', () => {
  const november = (language: string) => weeksOf('2026-11-21', language)
  // 2026-11-01 was a Sunday.
  expect(november('en-US')[0]?.[0]).toBe('2026-11-01')
  expect(november('de-DE')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(november('ar-AR')[0]?.slice(0, 2)).toEqual([null, '2026-11-01'])
  for (const locale of localeNames) {
    expect(new Set(weekdays(locale, 'long')).size, locale).toBe(7)
    const days = november(locale).flat().filter(Boolean)
    expect([days.length, days.at(-1)], locale).toEqual([30, '2026-11-30'])
    for (const week of november(locale)) expect(week, locale).toHaveLength(7)
  }
})

const PLAIN = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

test('[U-19] keys move by days, weeks, months and years, sideways as the page is read', () => {
  const go = (key: string, shiftKey = false, isRtl = false) =>
    dayByKey('2026-01-31', { ...PLAIN, key, shiftKey }, { language: isRtl ? 'ar-AR' : 'en-US', isRtl })
  expect([go('ArrowRight'), go('ArrowLeft')]).toEqual(['2026-02-01', '2026-01-30'])
  expect([go('ArrowRight', false, true), go('ArrowLeft', false, true)]).toEqual(['2026-01-30', '2026-02-01'])
  expect([go('ArrowUp'), go('ArrowDown')]).toEqual(['2026-01-24', '2026-02-07'])
  // A Saturday: the last day of an American week, the first of an Arab one.
  expect([go('Home'), go('End')]).toEqual(['2026-01-25', '2026-01-31'])
  expect([go('Home', false, true), go('End', false, true)]).toEqual(['2026-01-31', '2026-02-06'])
  expect([go('PageDown'), go('PageUp')]).toEqual(['2026-02-28', '2025-12-31'])
  expect([go('PageDown', true), go('PageUp', true)]).toEqual(['2027-01-31', '2025-01-31'])
  expect(go('a')).toBeNull()
  const back = { ...PLAIN, key: 'ArrowLeft', altKey: true }
  expect(dayByKey('2026-01-31', back, { language: 'en-US', isRtl: false })).toBeNull()
  expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
})
