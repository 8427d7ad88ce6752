import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { formatDuration } from './duration-format.ts'

beforeEach(async () => {
  await i18next.init({
    lng: 'en-US',
    resources: { 'en-US': { errors: { TIME_FORMAT_ERROR: 'Time format error' } } },
  })
})

test('[T9] seconds, minutes, hours and days', () => {
  expect([30, 60, 120, 900, 3_600, 14_400, 86_400].map((seconds) => formatDuration(seconds))).toEqual([
    '30\u00a0s',
    '1\u00a0m',
    '2\u00a0m',
    '15\u00a0m',
    '1\u00a0h',
    '4\u00a0h',
    '1\u00a0d',
  ])
  expect(formatDuration(60, 'long')).toBe('1 minute')
  expect(formatDuration(90, 'long')).toBe('1 minute, 30 seconds')
})

test('[T9] [L2] in the language on the screen, with Latin digits in all of them', async () => {
  const long = async (locale: string, seconds: number) => {
    await i18next.changeLanguage(locale)
    return formatDuration(seconds, 'long')
  }
  expect(await long('de-DE', 7_200)).toBe('2 Stunden')
  expect(await long('ru-RU', 300)).toBe('5 минут')
  expect(await long('ar-AR', 1_800)).toContain('30')
  expect(await long('hi-IN', 86_400)).toMatch(/^1\s/)
})

test('[T9] [L2] one style of units in each language, apart from the digits', async () => {
  const narrow = async (locale: string) => {
    await i18next.changeLanguage(locale)
    return [30, 120, 3_600, 86_400].map((seconds) => formatDuration(seconds).replaceAll('\u00a0', ' '))
  }
  expect(await narrow('de-DE')).toEqual(['30 Sek.', '2 Min.', '1 Std.', '1 Tg.'])
  expect(await narrow('fr-FR')).toEqual(['30 s', '2 min', '1 h', '1 j'])
  expect(await narrow('ru-RU')).toEqual(['30 с', '2 мин', '1 ч', '1 д.'])
})

test('[L2] what is no duration says so', () => {
  expect(formatDuration(Number.NaN)).toBe('Time format error')
  expect(formatDuration(-1)).toBe('Time format error')
})
