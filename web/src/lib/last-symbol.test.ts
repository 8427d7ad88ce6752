import { beforeEach, expect, test } from 'vitest'
import { lastSymbol, storeLastSymbol, symbolOfPath } from './last-symbol.ts'

beforeEach(() => localStorage.clear())

test('[R1] the last visited product, BTCUSDT at first and when what is stored is no symbol', () => {
  expect(lastSymbol()).toBe('BTCUSDT')
  storeLastSymbol('ETHUSDT')
  expect(localStorage.getItem('lastStock')).toBe('ETHUSDT')
  expect(lastSymbol()).toBe('ETHUSDT')
  localStorage.setItem('lastStock', '../evil')
  expect(lastSymbol()).toBe('BTCUSDT')
})

test('[R2] slashes are stripped, letters raised, what is no symbol is not stored', () => {
  expect(symbolOfPath('BTC/USDT')).toBe('BTCUSDT')
  expect(symbolOfPath('btc/usdt/')).toBe('BTCUSDT')
  expect(symbolOfPath('')).toBe('')
  storeLastSymbol('<b>')
  expect(localStorage.getItem('lastStock')).toBeNull()
})
