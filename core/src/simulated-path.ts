import { DAY_MS } from './utc-day.ts'

/**
 * The price path of one simulated product over one UTC day: a function of the day's keystream and the state at 00:00,
 * evaluated slot by slot (100 ms). Nothing but integers below 2^53 enters it, so every machine gets the same path.
 *
 * Each slot the price takes a step `price × z × amplitude` where z is the sum of four keystream bytes less its mean,
 * four times as large once in 64 (fat tails). z is symmetric around zero and independent of everything before, and the
 * rounding is symmetric, so the expected next price is the present price: no drift, whatever the amplitude.
 * The amplitude is the product's volatility × the rhythm of the hour × a volatility state that moves slowly from minute
 * to minute and reverts to 1 (clustering). How much is traded in a minute moves alike, and has no part in the price.
 */

export const SLOT_MS = 100
export const SLOTS_PER_DAY = DAY_MS / SLOT_MS
const SLOTS_PER_MINUTE = 600
const BYTES_PER_SLOT = 8
/** Keystream is asked for in chunks of ten minutes. */
export const CHUNK_SLOTS = 6_000
export const CHUNK_BYTES = CHUNK_SLOTS * BYTES_PER_SLOT

/** What makes one product's path differ from another's. All integers. */
export interface SimulatedProfile {
  /** Annualised volatility in basis points: 5000 is 50 %. */
  readonly annualVolatilityBps: number
  /** Quote volume of an ordinary day in USDT. */
  readonly dailyVolumeUsdt: number
  /** Relative activity at each full hour UTC, 24 values, 256 = average; between hours it is interpolated. */
  readonly rhythm: readonly number[]
  /** How far the volumes of minutes spread: their deviation in sixteenths of a doubling. 0: they are all alike. */
  readonly volumeSpread: number
}

/** State between two slots. The price is mantissa / 2^shift units of the product's precision. */
export interface PathState {
  /** Starts a day between 2^31 and 2^32; kept between 2^29 and 2^33 within it. */
  mantissa: number
  shift: number
  /** 4096 is the ordinary volatility; between a quarter and four times of it. */
  volatility: number
}

export interface PathTick {
  slot: number
  /** Offset of the tick inside its slot. */
  offsetMs: number
  /** Integer of the product's precision. */
  priceUnits: number
  volumeMicros: number
}

const ORDINARY_VOLATILITY = 4_096
const MANTISSA_MIN = 2 ** 29
const MANTISSA_MAX = 2 ** 33 - 1
/** Largest step, as a share of 2^28: keeps mantissa × step below 2^53. */
const STEP_MAX = 2 ** 20 - 1
/**
 * Turns basis points of annual volatility into the amplitude of one unit of z in 2^-44: a slot's share of the
 * year is 1/17 757 (root of slots a year), z has deviation 147.8, tails raise it by 1.11, clustering and rhythm by 1.1.
 */
const AMPLITUDE_PER_BPS = 549
/** Volumes are whole cents, as most are in reality: they pack better. */
const MICROS_PER_CENT = 10_000
/** Ticks of an ordinary day (3.5 a second) × the mean of the size factor drawn below (16.5 × 3.75). */
const VOLUME_SHARES_PER_DAY = 18_711_000
/** Of 256 parts of how busy a minute was, what the next one keeps: busy times last for minutes. */
const BUSYNESS_KEPT = 179
/** The deviation of how busy minutes are: 147.8 of four bytes, divided by √(1 − (179 / 256)²). */
const BUSYNESS_DEVIATION = 207
/** ln 2 / 32 × 100 000: with the mean of a log-normal number taken off, the volumes of a day add up to the ordinary one. */
const LOG_NORMAL_MEAN = 2_166
/** A minute has at most 16 times the ordinary volume, or a sixteenth of it: in sixteenths of a doubling. */
const SPREAD_MAX = 64
/** 4096 × 2^(j / 16), rounded. */
const SIXTEENTHS = [
  4_096, 4_277, 4_467, 4_664, 4_871, 5_087, 5_312, 5_547, 5_793, 6_049, 6_317, 6_597, 6_889, 7_194, 7_512,
  7_845,
]

/** A day's first state for a price in units of the precision. */
export function startState(priceUnits: number, volatility = ORDINARY_VOLATILITY): PathState {
  if (!Number.isSafeInteger(priceUnits) || priceUnits < 1 || priceUnits >= 2 ** 31) {
    throw new RangeError(`a simulated price must be between 1 and 2^31 units, not ${priceUnits}`)
  }
  let shift = 0
  while (priceUnits * 2 ** (shift + 1) < 2 ** 32) shift += 1
  return { mantissa: priceUnits * 2 ** shift, shift, volatility }
}

/** The state a day hands to the next one: the same price with the mantissa back in its range. */
export function carryOver(state: PathState): PathState {
  let { mantissa, shift } = state
  while (mantissa >= 2 ** 32 && shift > 1) {
    mantissa = Math.floor(mantissa / 2)
    shift -= 1
  }
  while (mantissa < 2 ** 31) {
    mantissa *= 2
    shift += 1
  }
  return { mantissa, shift, volatility: state.volatility }
}

export function priceUnitsOf(state: PathState): number {
  const scale = 2 ** state.shift
  return Math.max(1, Math.floor((state.mantissa + scale / 2) / scale))
}

/**
 * Which of the ten slots of a second carry a tick: all patterns with 2, 3, 4 and 5 ticks, as bit sets. The number of
 * ticks is drawn first, evenly, so that a product ticks 3.5 times a second on average.
 */
const PATTERNS: readonly (readonly number[])[] = [2, 3, 4, 5].map((ticks) =>
  Array.from({ length: 1_024 }, (_, bits) => bits).filter(
    (bits) => bits.toString(2).replaceAll('0', '').length === ticks,
  ),
)

function patternOf(first: number, second: number): number {
  const patterns = PATTERNS[first & 3] ?? []
  return patterns[Math.floor((((first >> 2) * 256 + second) * patterns.length) / 16_384)] ?? 0
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number

/** Walks one day; `keystream(chunk)` gives CHUNK_BYTES random bytes for each of its 144 chunks. */
export class DayPath {
  private readonly profile: SimulatedProfile
  private readonly keystream: (chunk: number) => Uint8Array
  private readonly baseAmplitude: number
  private readonly volumePerShareMicros: number
  private current: PathState
  private amplitude = 0
  /** Of volumes: that of the hour, and how busy the minute is. 256 is ordinary. */
  private activity = 256
  private busyness = 0
  private pattern = 0
  private chunk: Uint8Array = new Uint8Array(0)
  private slot = 0

  constructor(profile: SimulatedProfile, start: PathState, keystream: (chunk: number) => Uint8Array) {
    this.profile = profile
    this.current = { ...start }
    this.keystream = keystream
    this.baseAmplitude = profile.annualVolatilityBps * AMPLITUDE_PER_BPS
    this.volumePerShareMicros = Math.floor((profile.dailyVolumeUsdt * 1_000_000) / VOLUME_SHARES_PER_DAY)
  }

  /** The next slot to be walked; SLOTS_PER_DAY when the day is over. */
  get nextSlot(): number {
    return this.slot
  }

  state(): PathState {
    return { ...this.current }
  }

  /** Walks up to (not including) `endSlot`; `visit` gets every tick on the way. */
  walk(endSlot: number, visit?: (tick: PathTick) => void): void {
    const end = Math.min(endSlot, SLOTS_PER_DAY)
    while (this.slot < end) {
      if (this.slot % CHUNK_SLOTS === 0 || this.chunk.length === 0)
        this.chunk = this.keystream(Math.floor(this.slot / CHUNK_SLOTS))
      const minute = Math.floor(this.slot / SLOTS_PER_MINUTE)
      if (this.slot % SLOTS_PER_MINUTE === 0) this.beginMinute(minute)
      this.walkInMinute(Math.min(end, (minute + 1) * SLOTS_PER_MINUTE), visit)
    }
  }

  /** The same within one minute, for which the amplitude stays. A start walks millions of slots: all in local variables. */
  private walkInMinute(end: number, visit: ((tick: PathTick) => void) | undefined): void {
    const { amplitude, chunk } = this
    let { mantissa } = this.current
    for (let slot = this.slot, at = (slot % CHUNK_SLOTS) * BYTES_PER_SLOT; slot < end; slot += 1) {
      const sum =
        byteAt(chunk, at) + byteAt(chunk, at + 1) + byteAt(chunk, at + 2) + byteAt(chunk, at + 3) - 510
      const tail = byteAt(chunk, at + 4)
      const size = (sum < 0 ? -sum : sum) * (tail < 4 ? 4 : 1)
      const share = Math.min(STEP_MAX, Math.floor((size * amplitude + 32_768) / 65_536))
      const move = Math.floor((mantissa * share + 134_217_728) / 268_435_456)
      mantissa = Math.min(MANTISSA_MAX, Math.max(MANTISSA_MIN, sum < 0 ? mantissa - move : mantissa + move))

      const inSecond = slot % 10
      if (inSecond === 0) this.pattern = patternOf(byteAt(chunk, at + 6), byteAt(chunk, at + 7))
      if (visit !== undefined && ((this.pattern >> inSecond) & 1) === 1) {
        this.current.mantissa = mantissa
        visit({
          slot,
          offsetMs: 50 + Math.floor((tail * 50) / 256),
          priceUnits: priceUnitsOf(this.current),
          volumeMicros: this.volumeOf(byteAt(chunk, at + 5)),
        })
      }
      at += BYTES_PER_SLOT
    }
    this.current.mantissa = mantissa
    this.slot = end
  }

  /** Sizes from 1 to 256 shares, many small and few large ones. */
  private volumeOf(random: number): number {
    const shares = (1 + (random & 31)) * (1 << (random >> 6))
    const micros = Math.floor((shares * this.volumePerShareMicros * this.activity) / 256)
    return micros - (micros % MICROS_PER_CENT)
  }

  private beginMinute(minute: number): void {
    const hour = Math.floor(minute / 60)
    const from = this.profile.rhythm[hour] ?? 256
    const to = this.profile.rhythm[(hour + 1) % 24] ?? 256
    const activity = Math.floor((from * (60 - (minute % 60)) + to * (minute % 60)) / 60)
    this.activity = Math.floor((activity * this.volumeFactor()) / 65_536)
    // Bytes of the minute's second slot that nothing else uses: the price steps do not depend on them.
    const second = ((this.slot % CHUNK_SLOTS) + 1) * BYTES_PER_SLOT
    const noise = byteAt(this.chunk, second + 6) + byteAt(this.chunk, second + 7) - 255
    const { volatility } = this.current
    const moved =
      volatility +
      Math.floor((ORDINARY_VOLATILITY - volatility) / 128) +
      Math.floor((volatility * noise) / 2_048)
    this.current.volatility = Math.min(16_384, Math.max(1_024, moved))
    this.amplitude = Math.floor((this.baseAmplitude * this.current.volatility * activity) / 1_048_576)
  }

  /**
   * What a minute trades, in 65 536ths of the ordinary: log-normal about a level that moves from minute to minute, as volumes
   * of real markets are. From bytes of its third and fourth slot that nothing else uses.
   */
  private volumeFactor(): number {
    const { volumeSpread } = this.profile
    if (volumeSpread === 0) return 65_536
    const third = ((this.slot % CHUNK_SLOTS) + 2) * BYTES_PER_SLOT
    const fourth = third + BYTES_PER_SLOT
    const noise =
      byteAt(this.chunk, third + 6) +
      byteAt(this.chunk, third + 7) +
      byteAt(this.chunk, fourth + 6) +
      byteAt(this.chunk, fourth + 7) -
      510
    this.busyness = Math.floor((this.busyness * BUSYNESS_KEPT) / 256) + noise
    const ordinary = Math.floor((volumeSpread * volumeSpread * LOG_NORMAL_MEAN) / 100_000)
    const spread = Math.floor((this.busyness * volumeSpread) / BUSYNESS_DEVIATION) - ordinary
    const sixteenths = Math.min(SPREAD_MAX, Math.max(-SPREAD_MAX, spread)) + SPREAD_MAX
    return (SIXTEENTHS[sixteenths % 16] ?? 0) * 2 ** Math.floor(sixteenths / 16)
  }
}
