import i18next from 'i18next'
import { expect, test } from 'vitest'
import { shortCountdown } from './live-contract.ts'
import { formatCountdown } from './time-format.ts'

const shown = (seconds: number): string =>
  shortCountdown(formatCountdown(seconds * 1000)).replace(/[\u2068\u2069]/g, '')

test('[T7] what is left is five characters at most in a small ring, from seconds to days', () => {
  const left = [7, 345, 3_599, 3_600, 14_399, 86_399, 86_400, 86_400 * 9 - 1]
  expect(left.map(shown)).toEqual(['0:07', '5:45', '59:59', '1h00', '3h59', '23h59', '24h00', '215h'])
})

test('[T7] [L2] hours have the letter of the language, and in Arabic the minutes come after it', async () => {
  await i18next.init({ lng: 'en-US', resources: {} })
  const letters: string[] = []
  for (const language of ['de-DE', 'es-ES', 'fr-FR', 'pt-PT', 'ru-RU', 'ar-AR', 'hi-IN']) {
    await i18next.changeLanguage(language)
    letters.push(`${shown(14_399)} ${shown(86_400 * 9 - 1)} ${shown(345)}`)
  }
  expect(letters).toEqual([
    ...['3h59 215h 5:45', '3h59 215h 5:45', '3h59 215h 5:45', '3h59 215h 5:45'],
    ...['3ч59 215ч 5:45', '3س59 215س 5:45', '3घं59 215घं 5:45'],
  ])
  await i18next.changeLanguage('ar-AR')
  // The first strong letter gives the direction: right to left.
  expect(shortCountdown('3:59:37')).toBe('\u20683س59\u2069')
})
