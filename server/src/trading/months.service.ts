import { formatMicros } from '@truestrike/core/money.ts'
import { formatMonth, monthOfMs, parseMonth } from '@truestrike/core/utc-month.ts'
import type {
  CancelEffect,
  MonthFigures,
  MonthOfBook,
  PublicEvent,
} from '@truestrike/protocol/month-endpoints.ts'
import type { CancelReason } from '@truestrike/protocol/trade-endpoints.ts'
import type { MarketService } from '../market/market.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { type EffectRow, listCancelledIn, listMonth, type MonthRow } from './months.store.ts'

const EVENTS_PER_PAGE = 50
const REASONS: readonly CancelReason[] = ['no-opening-price', 'price-gap', 'source-changed', 'void']

/** What each kind of event can be the cause of. */
const CAUSES: Record<PublicEvent['kind'], readonly CancelReason[]> = {
  halt: ['no-opening-price', 'price-gap'],
  source: ['source-changed'],
  void: ['void'],
  stop: [],
}

interface Parts {
  db: Db
  clock: Clock
  market: Pick<MarketService, 'listEvents' | 'logBeginMs' | 'openHalts'>
}

interface EventsQuery {
  month?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

export type MonthsService = ReturnType<typeof createMonthsService>

/** What everybody may know of a month: contracts settled and cancelled, and what happened to prices and orders. */
export function createMonthsService({ db, clock, market }: Parts) {
  const thisMonth = (): number => monthOfMs(clock.nowMs())
  return {
    async getMonth(month: string | undefined): Promise<MonthFigures> {
      const present = thisMonth()
      const asked = month === undefined ? present : parseMonth(month)
      const rows = await listMonth(db, asked)
      const beginMs = await market.logBeginMs()
      return {
        month: formatMonth(asked),
        thisMonth: formatMonth(present),
        firstMonth: formatMonth(beginMs === null ? present : Math.min(monthOfMs(beginMs), present)),
        books: (['real', 'demo'] as const).map((book) =>
          bookOf(
            book,
            rows.filter((row) => row.book === book),
          ),
        ),
      }
    },

    async listEvents({ month, cursor, limit = EVENTS_PER_PAGE }: EventsQuery) {
      const present = thisMonth()
      const asked = month === undefined ? present : parseMonth(month)
      const beforeId = cursor === undefined ? null : BigInt(cursor)
      const rows = await market.listEvents({ month: asked, beforeId, limit: limit + 1 })
      const open = asked === present && beforeId === null ? openHalts(market) : []
      const page: EventRow[] = [...open, ...rows.slice(0, limit)]
      const effects = await effectsOf(db, page)
      return {
        month: formatMonth(asked),
        events: page.map((row, at) => wireEvent(row, effects.get(at) ?? [])),
        nextCursor: rows.length > limit ? String(rows[limit - 1]?.id) : null,
      }
    },
  }
}

function bookOf(book: 'demo' | 'real', rows: readonly MonthRow[]): MonthOfBook {
  const found = (outcome: MonthRow['outcome']): MonthRow | undefined =>
    rows.find((row) => row.outcome === outcome)
  const equal = effectOf(found('equal'))
  return {
    book,
    completed: Number(found('decided')?.contracts ?? 0n) + equal.contracts,
    equal: { contracts: equal.contracts, stake: equal.stake },
    cancelled: REASONS.map((reason) => ({ reason, ...effectOf(found(reason)) })),
  }
}

function effectOf(row: Omit<EffectRow, 'book'> | undefined): CancelEffect {
  return {
    contracts: Number(row?.contracts ?? 0n),
    stake: formatMicros(row?.stakeMicros ?? 0n),
    kept: formatMicros(row?.keptMicros ?? 0n),
    paid: formatMicros(row?.paidMicros ?? 0n),
    unknown: {
      contracts: Number(row?.unknownContracts ?? 0n),
      stake: formatMicros(row?.unknownStakeMicros ?? 0n),
      profit: formatMicros(row?.unknownProfitMicros ?? 0n),
    },
  }
}

type StoredEvent = Awaited<ReturnType<Parts['market']['listEvents']>>[number]
type EventRow = Omit<StoredEvent, 'id'> & { id: bigint | null }

function openHalts(market: Parts['market']): EventRow[] {
  const none = {
    sourceBefore: null,
    source: null,
    contractCount: null,
    houseEffectMicros: null,
    reason: null,
  }
  return market.openHalts().map(({ productId, symbol, seq, fromMs, openMs }) => ({
    ...{ ...none, id: null, kind: 'halt' as const, symbol, productId },
    ...{ seq: BigInt(seq), endSeq: null, fromMs: BigInt(fromMs), toMs: null, openMs: BigInt(openMs) },
  }))
}

/** What each event of a page has cancelled, by its place there. */
async function effectsOf(db: Db, events: readonly EventRow[]): Promise<Map<number, EffectRow[]>> {
  const effects = new Map<number, EffectRow[]>()
  const caused = events.flatMap(({ kind, productId, seq, endSeq }, at) => {
    if (kind === 'stop' || productId === null || seq === null) return []
    const toSeq = kind === 'halt' ? endSeq : seq + 1n
    return [{ at, productId, fromSeq: seq, toSeq, reasons: CAUSES[kind] }]
  })
  if (caused.length === 0) return effects
  for (const { place, ...row } of await listCancelledIn(db, caused)) {
    const at = caused[place]?.at ?? 0
    effects.set(at, [...(effects.get(at) ?? []), row])
  }
  return effects
}

function wireEvent(row: EventRow, effects: readonly EffectRow[]): PublicEvent {
  const { kind, symbol, sourceBefore, source, contractCount, houseEffectMicros, reason } = row
  const number = (value: bigint | null): number | null => (value === null ? null : Number(value))
  return {
    id: row.id === null ? null : row.id.toString(),
    ...{ kind, symbol, sourceBefore, source },
    ...{ seq: number(row.seq), endSeq: number(row.endSeq) },
    ...{ fromMs: Number(row.fromMs), toMs: number(row.toMs), openMs: number(row.openMs) },
    voided:
      reason === null
        ? null
        : { contracts: contractCount ?? 0, houseEffect: formatMicros(houseEffectMicros ?? 0n), reason },
    effects: effects.map((effect) => ({ book: effect.book, ...effectOf(effect) })),
  }
}
