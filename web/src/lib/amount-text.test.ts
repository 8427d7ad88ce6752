import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldText, readAmount, typingText } from './amount-text.ts'
import { localeNames } from './locale.ts'

const USDT = 1_000_000n
const UNCLEAR = 'unclear-amount'
const WRONG = 'no-amount'

/** What each of the eight languages makes of a text; thousandths of a USDT, or the fault. */
const POINT = ['en-US', 'ar-AR', 'hi-IN']
const COMMA = ['de-DE', 'es-ES', 'pt-PT', 'fr-FR', 'ru-RU']

test('[L2] the table below names all languages', () => {
  expect([...POINT, ...COMMA].sort()).toEqual([...localeNames].sort())
})

test.each<[string, number | string, number | string]>([
  // text, where the point is the decimal mark, where the comma is
  ['50', 50_000, 50_000],
  ['50.25', 50_250, 50_250],
  ['50,25', 50_250, 50_250],
  ['0,5', 500, 500],
  ['0.500', 500, 500],
  ['.5', 500, 500],
  [',5', 500, 500],
  ['5.', 5_000, 5_000],
  ['007', 7_000, 7_000],
  ['5,000', 5_000_000, UNCLEAR],
  ['1.000', 1_000, UNCLEAR],
  ['0.123', 123, 123],
  ['1000', 1_000_000, 1_000_000],
  ['1000.00', 1_000_000, 1_000_000],
  ['1,234.5', 1_234_500, 1_234_500],
  ['1.234,56', 1_234_560, 1_234_560],
  ['1,234.56', 1_234_560, 1_234_560],
  ['1 000', 1_000_000, 1_000_000],
  ['1\u00a0234,50', 1_234_500, 1_234_500],
  ['1\u202f234.50', 1_234_500, 1_234_500],
  ["1'000.5", 1_000_500, 1_000_500],
  ['1,000,000', 1_000_000_000, 1_000_000_000],
  ['1.000.000', 1_000_000_000, 1_000_000_000],
  [' 12,345,678.90 ', 12_345_678_900, 12_345_678_900],
  ['\u200e1,234.50\u200f', 1_234_500, 1_234_500],
  ['٥٠', 50_000, 50_000],
  ['۱۲٫۵', 12_500, 12_500],
  ['١٬٢٣٤٫٥', 1_234_500, 1_234_500],
  ['१००', 100_000, 100_000],
  ['２５', 25_000, 25_000],
  ['', WRONG, WRONG],
  [' ', WRONG, WRONG],
  ['0', WRONG, WRONG],
  ['-5', WRONG, WRONG],
  ['−5', WRONG, WRONG],
  ['+5', WRONG, WRONG],
  ['1e3', WRONG, WRONG],
  ['abc', WRONG, WRONG],
  ['12x', WRONG, WRONG],
  ['.', WRONG, WRONG],
  ['0.0000001', WRONG, WRONG],
  ['1.2.3', WRONG, WRONG],
  ['1 00', WRONG, WRONG],
  ['1,00.5', WRONG, WRONG],
  ['1,2345.6', WRONG, WRONG],
  ['1.000.00', WRONG, WRONG],
  ['1 000 00', WRONG, WRONG],
])('[L2] [T1] [T2] %j is read as it is meant in every language, or not at all', (text, point, comma) => {
  const read = (locale: string): number | string => {
    const micros = readAmount(text, locale)
    return typeof micros === 'bigint' ? Number(micros / 1_000n) : micros
  }
  expect(POINT.map(read)).toEqual(POINT.map(() => point))
  expect(COMMA.map(read)).toEqual(COMMA.map(() => comma))
})

test('[L2] a lakh is grouped as India groups it, and only there', () => {
  expect(readAmount('1,00,000', 'hi-IN')).toBe(100_000n * USDT)
  expect(readAmount('1,00,000', 'en-US')).toBe(WRONG)
  expect(readAmount('100,000', 'hi-IN')).toBe(100_000n * USDT)
})

const micros = fc.bigInt({ min: 1n, max: 10n ** 15n })
const locales = fc.constantFrom(...localeNames)

test('[L2] [T2] what the field shows is read back as the same amount in every language', () => {
  fc.assert(
    fc.property(micros, locales, (amount, locale) => {
      expect(readAmount(fieldText(amount), locale)).toBe(amount)
    }),
  )
  expect(fieldText(1_234_000n)).toBe('1.2340')
})

test('[U-19] a field groups thousands as the page around it does, and not while somebody types', () => {
  expect([fieldText(5_000n * USDT), fieldText(1_234_567_890_000n)]).toEqual(['5,000.00', '1,234,567.89'])
  expect(['5,000.00', '1,234,567.8900', '50.00', '1.234,50', '1,00.5', '5,000'].map(typingText)).toEqual([
    ...['5000.00', '1234567.8900', '50.00', '1.234,50', '1,00.5', '5,000'],
  ])
})

test('[L2] [T2] an amount as its language writes it is read as that amount or as unclear, never as another', () => {
  fc.assert(
    fc.property(micros, locales, fc.integer({ min: 0, max: 6 }), (amount, locale, decimals) => {
      const cut = amount - (amount % 10n ** BigInt(6 - decimals))
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals })
      const text = format.format(`${cut / USDT}.${String(cut % USDT).padStart(6, '0')}` as `${number}`)
      expect([cut > 0n ? cut : WRONG, UNCLEAR]).toContain(readAmount(text, locale))
    }),
    { numRuns: 500 },
  )
})
