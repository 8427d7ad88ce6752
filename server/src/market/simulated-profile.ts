import type { SimulatedProfile } from '@truestrike/core/simulated-path.ts'

/** Quiet in the early hours of UTC, lively while Europe and America are both awake. */
const CRYPTO_RHYTHM = [
  236, 240, 232, 220, 208, 204, 208, 220, 240, 252, 252, 252, 264, 296, 328, 332, 316, 292, 272, 260, 256,
  252, 248, 240,
]
/** The rhythm of the currency markets: Tokyo, London, New York, and the quiet hours between. */
const FOREX_RHYTHM = [
  212, 224, 208, 188, 176, 184, 228, 296, 320, 304, 284, 276, 312, 352, 372, 352, 300, 252, 220, 200, 176,
  144, 152, 188,
]

const PROFILES: Readonly<Record<string, readonly [bps: number, volume: number]>> = {
  BTCUSDT: [5_000, 1_900_000_000],
  ETHUSDT: [6_400, 1_100_000_000],
  SOLUSDT: [8_200, 520_000_000],
  XRPUSDT: [7_600, 310_000_000],
  BNBUSDT: [5_400, 240_000_000],
  DOGEUSDT: [9_200, 280_000_000],
  ADAUSDT: [8_000, 96_000_000],
  TRXUSDT: [5_600, 74_000_000],
  AVAXUSDT: [9_000, 88_000_000],
  LINKUSDT: [8_400, 82_000_000],
  DOTUSDT: [7_800, 64_000_000],
  TONUSDT: [7_400, 58_000_000],
  LTCUSDT: [7_000, 71_000_000],
  MATICUSDT: [8_600, 52_000_000],
  ATOMUSDT: [8_200, 31_000_000],
  EURUSDT: [720, 410_000_000],
  GBPUSDT: [840, 260_000_000],
  AUDUSDT: [980, 150_000_000],
  CHFUSDT: [780, 95_000_000],
  CADUSDT: [640, 110_000_000],
  JPYUSDT: [1_020, 330_000_000],
}

/** As volumes of history spread: a deviation of 0.8 of their logarithm. */
const VOLUME_SPREAD = 18

/** The profile of a product; one an operator added gets that of its category. */
export function profileOf(symbol: string, category: 'crypto' | 'forex'): SimulatedProfile {
  const fallback = category === 'crypto' ? ([8_000, 40_000_000] as const) : ([900, 80_000_000] as const)
  const [annualVolatilityBps, dailyVolumeUsdt] = PROFILES[symbol] ?? fallback
  return {
    annualVolatilityBps,
    dailyVolumeUsdt,
    rhythm: category === 'crypto' ? CRYPTO_RHYTHM : FOREX_RHYTHM,
    volumeSpread: VOLUME_SPREAD,
  }
}
