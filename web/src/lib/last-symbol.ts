import { readStored, writeStored } from './browser-storage.ts'

const LAST_SYMBOL_KEY = 'lastStock'
const DEFAULT_SYMBOL = 'BTCUSDT'
const SYMBOL = /^[A-Z0-9]{2,20}$/

/** The product last visited, else BTCUSDT. */
export function lastSymbol(): string {
  const stored = readStored(LAST_SYMBOL_KEY)
  return stored !== null && SYMBOL.test(stored) ? stored : DEFAULT_SYMBOL
}

export function storeLastSymbol(symbol: string): void {
  if (SYMBOL.test(symbol)) writeStored(LAST_SYMBOL_KEY, symbol)
}

/** The symbol an address means: slashes are stripped (`BTC/USDT`), letters raised. */
export function symbolOfPath(code: string): string {
  return code.replaceAll('/', '').toUpperCase()
}
