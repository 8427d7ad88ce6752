import { expect, test } from 'vitest'
import { readLimit } from './limit-text.ts'

test('[T12] a limit is read as amounts are, in every script; nothing means none, zero is a limit, two meanings are unclear', () => {
  const inEnglish = (text: string) => readLimit(text, 'en-US')
  expect(['', '  '].map(inEnglish)).toEqual([null, null])
  expect(['0', '0.00', '٠', '250', ' 99.50 ', '0.000001'].map(inEnglish)).toEqual([
    ...['0.00', '0.00', '0.00'],
    ...['250.00', '99.50', '0.000001'],
  ])
  expect(['٢٥', '२५', '25,50', '1,000'].map(inEnglish)).toEqual(['25.00', '25.00', '25.50', '1000.00'])
  expect(['25,50', '1.000,00', '1.000'].map((text) => readLimit(text, 'de-DE'))).toEqual([
    ...['25.50', '1000.00'],
    undefined,
  ])
  for (const unclear of ['-5', '1e3', '0.0000001', '1,5x', 'ten']) expect(inEnglish(unclear)).toBeUndefined()
})
