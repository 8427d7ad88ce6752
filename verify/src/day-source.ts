import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { decodeBase64url } from '@truestrike/core/base64url.ts'
import { PRECISION_MAX } from '@truestrike/core/proof/entry-json.ts'
import { SEED_BYTES, type SimulatedDay } from '@truestrike/core/simulated-day.ts'
import { DAY_MS, formatDay, parseDay } from '@truestrike/core/utc-day.ts'
import type { DayTick } from './day-check.ts'

/** What a site says of a day. */
export interface ToldDay extends SimulatedDay {
  commitment: string
  committedMs: number
  masterSeed: 'random' | 'configured'
  /** Base64url, both; null: not signed. */
  keyId: string | null
  signature: string | null
  /** Null: not told yet. */
  seed: Uint8Array | null
}

/** An entry of the log that has a price. */
export interface LoggedPrice extends DayTick {
  kind: 'tick' | 'rejected'
  source: string
  /** Why it was refused; a tick was not. */
  rule?: string
}

/** The site cannot be asked, or says something else than it should. */
export class SiteFault extends Error {}

export type Fetch = (url: string) => Promise<Response>

const ENTRIES_PER_PAGE = 5_000
/** What belongs to a day is logged at most this long after it. */
const AFTER_MS = 1_000
const TRIES_MAX = 30
const SECOND_MS = 1_000

interface WireArchive {
  day: string
  lastSeq: number
  path: string
}

interface WireDay {
  day: string
  precision: number
  /** Sites that knew no spread of volumes say nothing of it. */
  profile: Omit<SimulatedDay['profile'], 'volumeSpread'> & { volumeSpread?: number }
  start: SimulatedDay['start'] | null
  commitment: string
  committedMs: number
  masterSeed: ToldDay['masterSeed']
  keyId: string | null
  signature: string | null
  seed: string | null
}

/** Days from one on, those that have begun. */
export async function readDays(
  get: Fetch,
  site: string,
  { symbol, fromDay, limit }: { symbol: string; fromDay: number; limit: number },
): Promise<{ days: ToldDay[]; outlierBps: number }> {
  const address = `${site}/api/market/days`
  const data = await ask<{ days: WireDay[]; outlierBps: number }>(get, address, {
    symbol,
    fromDay: formatDay(fromDay),
    limit,
  })
  expectForm(Array.isArray(data.days) && isWhole(data.outlierBps), address)
  const days = data.days.flatMap((told) => {
    expectForm(isDay(told), address)
    const { day, start, seed, profile, ...rest } = told
    const parsed = parseDay(day)
    if (!parsed.ok) throw new SiteFault(`${day} is no day`)
    if (start === null) return []
    const known = { ...profile, volumeSpread: profile.volumeSpread ?? 0 }
    const content = { symbol, day: parsed.value, start, profile: known }
    return [{ ...rest, ...content, seed: seed === null ? null : seedOf(seed) }]
  })
  return { days, outlierBps: data.outlierBps }
}

/** What a site answers may be anything. */
function expectForm(holds: boolean, address: string): asserts holds {
  if (!holds) throw new SiteFault(`${address} answered something else than it should`)
}

const DAY_HOURS = 24
/** The last moment a date can name. */
const TIME_MAX_MS = 8_640_000_000_000_000

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown): value is string => typeof value === 'string'

function isDay(told: WireDay | null): told is WireDay {
  if (told === null || typeof told !== 'object') return false
  const { profile, start, precision, committedMs, masterSeed, keyId, signature } = told
  const { annualVolatilityBps, dailyVolumeUsdt, rhythm, volumeSpread = 0 } = profile ?? {}
  return (
    isText(told.day) &&
    isText(told.commitment) &&
    [annualVolatilityBps, dailyVolumeUsdt, volumeSpread].every(isWhole) &&
    Array.isArray(rhythm) &&
    rhythm.length === DAY_HOURS &&
    rhythm.every(isWhole) &&
    isWhole(precision) &&
    precision <= PRECISION_MAX &&
    isWhole(committedMs) &&
    committedMs <= TIME_MAX_MS &&
    ['random', 'configured'].includes(masterSeed) &&
    [keyId, signature, told.seed].every((text) => text === null || isText(text)) &&
    (start === null || [start?.mantissa, start?.shift, start?.volatility].every(isWhole))
  )
}

function isLogged(entry: LoggedPrice | null): boolean {
  if (entry === null || typeof entry !== 'object') return false
  if (!isText(entry.kind) || !isWhole(entry.seq) || !isWhole(entry.timeMs)) return false
  if (entry.kind !== 'tick' && entry.kind !== 'rejected') return true
  const { source, price, volume, sourceTimeMs, firstTradeId, lastTradeId } = entry
  return [source, price, volume].every(isText) && [sourceTimeMs, firstTradeId, lastTradeId].every(isWhole)
}

function seedOf(text: string): Uint8Array {
  const seed = decodeBase64url(text)
  if (!seed.ok || seed.value.length !== SEED_BYTES) throw new SiteFault(`${text} is no seed`)
  return seed.value
}

/** The prices of a day's log, in its order, a page at a time: from its files as far as there are, then by calls. */
export async function* readLoggedPrices(
  get: Fetch,
  site: string,
  { symbol, day }: { symbol: string; day: number },
): AsyncGenerator<LoggedPrice[]> {
  const startMs = day * DAY_MS
  const untilMs = startMs + DAY_MS + AFTER_MS
  const pricesOf = (entries: readonly LoggedPrice[]): LoggedPrice[] =>
    entries.filter(
      ({ kind, timeMs }) =>
        (kind === 'tick' || kind === 'rejected') && timeMs >= startMs && timeMs <= untilMs,
    )
  let from: { fromMs: number } | { fromSeq: number } = { fromMs: startMs }
  // A block over midnight is in the file of the day after.
  const { archives } = await ask<{ archives: WireArchive[] }>(get, `${site}/api/market/archives`, {
    ...{ symbol, fromDay: formatDay(day), limit: 2 },
  })
  for (const archive of archives.filter((file) => file.day <= formatDay(day + 1))) {
    for await (const entries of archivedEntries(get, site + archive.path)) {
      if ((entries[0]?.timeMs ?? 0) > untilMs) return
      yield pricesOf(entries)
    }
    from = { fromSeq: archive.lastSeq + 1 }
  }
  for (;;) {
    const page: { entries: LoggedPrice[]; nextSeq: number | null } = await ask(
      get,
      `${site}/api/market/ticks`,
      { symbol, toMs: untilMs, limit: ENTRIES_PER_PAGE, ...from },
    )
    expectForm(Array.isArray(page.entries) && page.entries.every(isLogged), `${site}/api/market/ticks`)
    expectForm(page.nextSeq === null || isWhole(page.nextSeq), `${site}/api/market/ticks`)
    yield pricesOf(page.entries)
    if (page.nextSeq === null) return
    from = { fromSeq: page.nextSeq }
  }
}

/** The entries of a file of the log (docs/proof.md, Archives), a block at a time. Its signatures are another command's. */
async function* archivedEntries(get: Fetch, address: string): AsyncGenerator<LoggedPrice[]> {
  const { ok, status, body } = await answerOf(get, address)
  if (!ok || body === null) throw new SiteFault(`${address} answered ${status}`)
  const file = Readable.fromWeb(body as ReadableStream).pipe(createGunzip())
  try {
    for await (const line of createInterface({ input: file })) {
      const { entries } = JSON.parse(line) as { entries?: LoggedPrice[] }
      if (entries === undefined) continue
      expectForm(Array.isArray(entries) && entries.every(isLogged), address)
      yield entries
    }
  } catch (error) {
    throw new SiteFault(`${address} cannot be read: ${String(error)}`)
  }
}

/** An answer's data. */
async function ask<T>(get: Fetch, url: string, query: Record<string, string | number>): Promise<T> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) parameters.set(name, `${value}`)
  const response = await answerOf(get, `${url}?${parameters}`)
  const answer = (await response.json().catch(() => null)) as {
    success?: boolean
    data?: T
    message?: string
  } | null
  if (answer?.success !== true || answer.data === undefined) {
    throw new SiteFault(`${url} answered ${response.status}: ${answer?.message ?? 'no data'}`)
  }
  return answer.data
}

/** Asks again later where the site says so. */
async function answerOf(get: Fetch, address: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await get(address).catch((error: unknown) => {
      throw new SiteFault(`${address} cannot be reached: ${String(error)}`)
    })
    if (response.status !== 429 || tries >= TRIES_MAX) return response
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS))
  }
}
