import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { commitmentFault } from '@truestrike/core/proof/day-commitment.ts'
import { parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { commitmentOf, HOURS, SEED_BYTES, type SimulatedDay } from '@truestrike/core/simulated-day.ts'
import { parseDay } from '@truestrike/core/utc-day.ts'
import { isWithinBps } from '@truestrike/core/within-bps.ts'
import { DayCheck, type DayReport, endOfDay, regenerateDay } from './day-check.ts'
import {
  type Fetch,
  type LoggedPrice,
  readDays,
  readLoggedPrices,
  SiteFault,
  type ToldDay,
} from './day-source.ts'
import { describeDay } from './describe-day.ts'
import { PINNED_KEYS, readJson, type Surroundings, Unreadable } from './run-verifier.ts'
import { NOT_KEYS, REGENERATE_USAGE } from './words.ts'

const EXIT = { equal: 0, differs: 1, unknownKey: 2, unreadable: 3 } as const
const SITE = 'http://127.0.0.1:3000'
const LINES_PER_PRINT = 5_000

export interface RegenerateSurroundings extends Surroundings {
  get: Fetch
}

/** What was found of a day. */
export interface DayFindings {
  day: ToldDay
  /** Whether the site's commitment binds what it told; whether it is the one that was noted before, if one was. */
  commitmentHolds: boolean
  isAsNoted: boolean | null
  /** The site's signature under the commitment and its time; unchecked: there are no keys here. */
  signature: 'holds' | 'unsigned' | 'unchecked' | NonNullable<ReturnType<typeof commitmentFault>>
  /** Whether the day begins where the seed of the day before ends; null: that cannot be told. */
  startFollows: boolean | null
  report: DayReport
  /** Prices of the seed that the log refused by its own rules, and entries of another source. */
  rejected: number
  /** Of these, those near the price before them, which the rule of outliers would have taken. */
  refusedNear: number
  outlierBps: number
  otherSource: number
}

class Unusable extends Error {}

/** Runs the command; answers its exit code. */
export async function runRegenerate(
  args: readonly string[],
  around: RegenerateSurroundings,
): Promise<number> {
  try {
    const options = readArguments(args)
    return options.seed === undefined ? await holdAgainstSite(options, around) : printDay(options, around)
  } catch (error) {
    if (![Unusable, SiteFault, Unreadable].some((known) => error instanceof known)) throw error
    around.printError(`${(error as Error).message}\n`)
    return EXIT.unreadable
  }
}

type Options = ReturnType<typeof readArguments>

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const json = { type: 'boolean' } as const
  const names = { symbol: text, day: text, url: text, commitment: text, keys: text, json }
  const given = { seed: text, state: text, profile: text, precision: text }
  try {
    const { values } = parseArgs({ args: [...args], options: { ...names, ...given } })
    const { symbol, day } = values
    const parsed = parseDay(day ?? '')
    if (symbol !== undefined && parsed.ok) return { ...values, symbol, day: parsed.value }
  } catch {
    // Node's words name an option; the usage says more.
  }
  throw new Unusable(REGENERATE_USAGE.trimEnd())
}

async function holdAgainstSite(options: Options, around: RegenerateSurroundings): Promise<number> {
  const { get, print } = around
  const keys = pinnedKeys(options.keys, around)
  const { symbol, commitment: noted } = options
  const site = (options.url ?? SITE).replace(/\/+$/, '')
  const { days, outlierBps } = await readDays(get, site, { symbol, fromDay: options.day - 1, limit: 2 })
  const day = days.find((told) => told.day === options.day)
  if (day === undefined) throw new Unusable('The site has no such day of simulated prices.')
  if (day.seed === null) throw new Unusable('The seed of this day is not told yet: the day is not over.')
  const found = await checkLog(get, site, day, { seed: day.seed, outlierBps })
  const { report } = found
  if (report.equal + report.differenceCount === 0)
    throw new Unusable('The log holds no simulated price of this day.')
  const before = days.find((told) => told.day === options.day - 1)
  const findings: DayFindings = {
    day,
    commitmentHolds: encodeBase64url(commitmentOf(day, day.seed)) === day.commitment,
    isAsNoted: noted === undefined ? null : noted === day.commitment,
    signature: signatureOf(day, keys),
    startFollows: startFollows(before, day),
    ...{ ...found, outlierBps },
  }
  const isEqual = holds(findings)
  print(
    options.json === true
      ? `${JSON.stringify({ ok: isEqual, ...findings, day: undefined })}\n`
      : `${describeDay(findings, isEqual)}\n`,
  )
  if (isEqual) return EXIT.equal
  return findings.signature === 'unknown-key' ? EXIT.unknownKey : EXIT.differs
}

function holds(findings: DayFindings): boolean {
  const { commitmentHolds, isAsNoted, signature, startFollows, report, refusedNear } = findings
  const isSigned = signature === 'holds' || signature === 'unchecked'
  const isBound = commitmentHolds && isAsNoted !== false && isSigned
  return isBound && startFollows !== false && report.differenceCount === 0 && refusedNear === 0
}

/** The keys that were named, or else those in their usual place; null: there are none there. */
function pinnedKeys(path: string | undefined, around: Surroundings): readonly SiteKey[] | null {
  const place = path ?? join(around.homeDir, PINNED_KEYS)
  let json: unknown
  try {
    json = readJson(around, place)
  } catch (error) {
    if (path === undefined && error instanceof Unreadable) return null
    throw error
  }
  const keys = parseSiteKeys(json)
  if (!keys.ok) throw new Unusable(`${place} ${NOT_KEYS} (${keys.code})`)
  return keys.value
}

function signatureOf(day: ToldDay, keys: readonly SiteKey[] | null): DayFindings['signature'] {
  if (keys === null) return 'unchecked'
  const { keyId, signature, commitment } = day
  if (keyId === null || signature === null) return 'unsigned'
  const bytes = decodeBase64url(commitment)
  if (!bytes.ok || bytes.value.length !== SEED_BYTES) return 'signature'
  return commitmentFault({ ...day, commitment: bytes.value }, { keyId, signature }, keys) ?? 'holds'
}

function startFollows(before: ToldDay | undefined, day: ToldDay): boolean | null {
  if (before === undefined || before.seed === null) return null
  const end = endOfDay(before, before.seed)
  return (['mantissa', 'shift', 'volatility'] as const).every((name) => end[name] === day.start[name])
}

async function checkLog(
  get: Fetch,
  site: string,
  day: ToldDay,
  { seed, outlierBps }: { seed: Uint8Array; outlierBps: number },
) {
  const check = new DayCheck(day, seed)
  let rejected = 0
  let refusedNear = 0
  let last: bigint | null = null
  let otherSource = 0
  for await (const page of readLoggedPrices(get, site, day)) {
    for (const logged of page) {
      if (logged.source !== 'simulated') {
        otherSource += 1
        continue
      }
      const price = priceOf(logged, day)
      if (logged.kind === 'rejected') {
        rejected += 1
        // A path never runs backwards: of its prices none is out of order.
        if (logged.rule !== 'outlier' || (last !== null && isWithinBps(price, last, outlierBps)))
          refusedNear += 1
      } else {
        last = price
      }
      check.take(logged)
    }
  }
  return { report: check.finish(), rejected, refusedNear, otherSource }
}

function priceOf({ price }: LoggedPrice, { precision }: ToldDay): bigint {
  const parsed = parsePrice(price, precision)
  if (!parsed.ok) throw new SiteFault(`${price} is no price`)
  return parsed.value
}

/** Without a site: all prices that a seed and a start give, as lines. */
function printDay(options: Options, { print, printError }: RegenerateSurroundings): number {
  const { day, seed } = dayOf(options)
  const commitment = encodeBase64url(commitmentOf(day, seed))
  if (options.commitment !== undefined && options.commitment !== commitment) {
    printError(`The commitment of this is ${commitment}, not ${options.commitment}.\n`)
    return EXIT.differs
  }
  let lines = ['timeMs,price,volume']
  const flush = (): void => {
    print(`${lines.join('\n')}\n`)
    lines = []
  }
  regenerateDay(day, seed, ({ timeMs, price, volume }) => {
    lines.push(`${timeMs},${price},${volume}`)
    if (lines.length >= LINES_PER_PRINT) flush()
  })
  if (lines.length > 0) flush()
  printError(`Commitment: ${commitment}\n`)
  return EXIT.equal
}

function dayOf(options: Options): { day: SimulatedDay; seed: Uint8Array } {
  const [mantissa, shift, volatility] = numbersOf(options.state, 3)
  const numbers = numbersOf(options.profile, HOURS + 3)
  const [annualVolatilityBps = 0, dailyVolumeUsdt = 0] = numbers
  const [precision] = numbersOf(options.precision, 1)
  const seed = decodeBase64url(options.seed ?? '')
  if (!seed.ok || seed.value.length !== SEED_BYTES)
    throw new Unusable('--seed: expected 43 letters of base64url')
  return {
    seed: seed.value,
    day: {
      ...{ symbol: options.symbol, day: options.day, precision: precision ?? 0 },
      start: { mantissa: mantissa ?? 0, shift: shift ?? 0, volatility: volatility ?? 0 },
      profile: {
        ...{ annualVolatilityBps, dailyVolumeUsdt },
        ...{ rhythm: numbers.slice(2, -1), volumeSpread: numbers.at(-1) ?? 0 },
      },
    },
  }
}

function numbersOf(text: string | undefined, count: number): number[] {
  const numbers = (text ?? '')
    .split(',')
    .map((part) => (/^[0-9]{1,15}$/.test(part) ? Number(part) : Number.NaN))
  if (numbers.length !== count || numbers.some(Number.isNaN)) throw new Unusable(REGENERATE_USAGE.trimEnd())
  return numbers
}
