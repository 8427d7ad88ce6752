import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from './assert.ts'
import { createByteWriter } from './byte-writer.ts'
import type { PathState, SimulatedProfile } from './simulated-path.ts'

/** The version of a day whose volumes are all alike, as they were at first, and of one whose volumes spread. */
const ALIKE_VERSION = 1
const SPREAD_VERSION = 2
const PURPOSE = utf8ToBytes('truestrike day 1\0')
export const SEED_BYTES = 32
export const HOURS = 24

/** All that the prices of one simulated product on one UTC day follow from, but for the seed. */
export interface SimulatedDay {
  readonly symbol: string
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  /** Decimals of its prices. */
  readonly precision: number
  /** State of the path at 00:00. */
  readonly start: PathState
  readonly profile: SimulatedProfile
}

/**
 * Canonical bytes of a day, big endian: version u8 (2), symbol (length u8, ASCII), day u32, precision u8, mantissa u64, shift
 * u8, volatility u32, annual volatility in basis points u32, ordinary daily volume in USDT u64, the 24 hours of the rhythm, u32
 * each, and the spread of volumes u32. Without a spread the version is 1, and nothing follows the rhythm.
 */
export function simulatedDayBytes({ symbol, day, precision, start, profile }: SimulatedDay): Uint8Array {
  assert(profile.rhythm.length === HOURS, 'a rhythm has 24 hours')
  const out = createByteWriter(160)
  out.u8(profile.volumeSpread === 0 ? ALIKE_VERSION : SPREAD_VERSION)
  out.ascii(symbol)
  out.u32(day)
  out.u8(precision)
  out.u64(start.mantissa)
  out.u8(start.shift)
  out.u32(start.volatility)
  out.u32(profile.annualVolatilityBps)
  out.u64(profile.dailyVolumeUsdt)
  for (const hour of profile.rhythm) out.u32(hour)
  if (profile.volumeSpread !== 0) out.u32(profile.volumeSpread)
  return out.done()
}

/**
 * Binds a day to its seed and its start without telling either: SHA-256 of the ASCII text `truestrike day 1`, a zero byte,
 * the day's bytes and the seed. Whoever does not know the seed cannot try out starts.
 */
export function commitmentOf(day: SimulatedDay, seed: Uint8Array): Uint8Array {
  assert(seed.length === SEED_BYTES, 'a day seed has 32 bytes')
  const bytes = simulatedDayBytes(day)
  const content = new Uint8Array(PURPOSE.length + bytes.length + SEED_BYTES)
  content.set(PURPOSE)
  content.set(bytes, PURPOSE.length)
  content.set(seed, PURPOSE.length + bytes.length)
  return sha256(content)
}
