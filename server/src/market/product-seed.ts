/** A product as the first start creates it; operators may change it afterwards. */
export interface ProductSeed {
  symbol: string
  base: string
  name: string
  category: 'crypto' | 'forex'
  /**
   * Decimals: enough for every decimal in recorded bars of the product, and for a move of some ten units in 30 quiet seconds of the
   * simulated feed: of coarser prices the next change tends to undo the last one. Holds for new installations; a log keeps its own.
   */
  precision: number
  /** Where a simulated path starts, as a decimal string. */
  referencePrice: string
}

const crypto = (base: string, name: string, precision: number, referencePrice: string): ProductSeed => ({
  symbol: `${base}USDT`,
  base,
  name,
  category: 'crypto',
  precision,
  referencePrice,
})

const forex = (base: string, name: string, precision: number, referencePrice: string): ProductSeed => ({
  ...crypto(base, name, precision, referencePrice),
  category: 'forex',
})

/** The products of a new installation, in the order of the market list. Every one is quoted in USDT. */
export const PRODUCT_SEED: readonly ProductSeed[] = [
  crypto('BTC', 'Bitcoin', 2, '67482.36'),
  crypto('ETH', 'Ethereum', 2, '3514.82'),
  crypto('SOL', 'Solana', 4, '148.2635'),
  crypto('XRP', 'XRP', 5, '0.52418'),
  crypto('BNB', 'BNB', 4, '585.4210'),
  crypto('DOGE', 'Dogecoin', 7, '0.1248362'),
  crypto('ADA', 'Cardano', 5, '0.45127'),
  crypto('TRX', 'TRON', 6, '0.12364'),
  crypto('AVAX', 'Avalanche', 4, '28.4173'),
  crypto('LINK', 'Chainlink', 4, '14.2816'),
  crypto('DOT', 'Polkadot', 4, '6.2148'),
  crypto('TON', 'Toncoin', 4, '7.2135'),
  crypto('LTC', 'Litecoin', 3, '74.36'),
  crypto('MATIC', 'Polygon', 5, '0.56842'),
  crypto('ATOM', 'Cosmos', 4, '6.872'),
  forex('EUR', 'Euro', 6, '1.08432'),
  forex('GBP', 'British Pound', 6, '1.27164'),
  forex('AUD', 'Australian Dollar', 6, '0.66418'),
  forex('CHF', 'Swiss Franc', 6, '1.11836'),
  forex('CAD', 'Canadian Dollar', 6, '0.73052'),
  forex('JPY', 'Japanese Yen', 8, '0.0063827'),
]

/** Newest price older than this is stale (rules, defaults). */
export const STALE_MS = { crypto: 3_000, forex: 10_000 } as const
/** A jump of one tick beyond this is an outlier unless later ticks confirm it. */
export const OUTLIER_BPS = { crypto: 30, forex: 6 } as const
/** How far an exchange may lie from the second source. */
export const DEVIATION_BPS = 100
