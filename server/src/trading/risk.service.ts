import { ensure } from '@truestrike/core/assert.ts'
import { BPS_PER_ONE, formatMicros } from '@truestrike/core/money.ts'
import type { Dashboard, Risk, RiskSpan, RiskStop } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
import {
  type FullestRow,
  getRiskSettings,
  listFullest,
  listOffers,
  type OfferRow,
  type OpenSum,
  type RiskSettings,
  sumOpen,
} from './risk.store.ts'
import type { ProductLookup, TradedProduct } from './traded-product.ts'

type Book = Risk['book']

const SPANS: readonly RiskSpan['within'][] = ['1m', '5m', '15m', '1h', 'later']
const SPAN_ENDS_MS = [60_000, 300_000, 900_000, 3_600_000]
/** A contract that is open longer than this after its expiry, in real time, is late. */
const LATE_MS = 1_000
const MINUTE_MS = 60_000

interface Parts {
  db: Db
  clock: Clock
  products: Pick<ProductLookup, 'list'>
}

export interface RiskReading {
  risk: Risk
  open: Dashboard['open']
  /** Open contracts that should be settled. */
  late: number
}

export type RiskService = ReturnType<typeof createRiskService>

/** What the house may lose by the open contracts of a book, and how near it is to where orders are refused. */
export function createRiskService({ db, clock, products }: Parts) {
  return {
    read: keepASecond<Book, RiskReading>(clock, async (book) => {
      const nowMs = clock.nowMs()
      const traded = products.list()
      const query = { book, productIds: traded.map(({ id }) => id), nowMs }
      const lateBeforeMs = Math.floor(nowMs - LATE_MS * clock.speed)
      const [settings, sums, fullest, offers] = await Promise.all([
        getRiskSettings(db),
        sumOpen(db, { ...query, spanEndsMs: SPAN_ENDS_MS, lateBeforeMs }),
        listFullest(db, query),
        listOffers(db, query.productIds),
      ])
      const limits = { book, ...ensure(settings, 'trading_settings keeps its row') }
      return {
        risk: {
          ...{ atMs: nowMs, book, limit: formatMicros(limits.limitMicros), warningBps: limits.warningBps },
          house: book === 'real' ? houseOf(limits) : null,
          total: stakesOf(sums),
          products: traded.map((product) =>
            productOf(product, limits, {
              sums: sums.filter(({ productId }) => productId === product.id),
              fullest: fullest.find(({ productId }) => productId === product.id),
              offer: offers.find(({ productId }) => productId === product.id),
            }),
          ),
        },
        open: {
          contracts: Number(total(sums, ({ upContracts, downContracts }) => upContracts + downContracts)),
          stake: formatMicros(
            total(sums, ({ upStakeMicros, downStakeMicros }) => upStakeMicros + downStakeMicros),
          ),
        },
        late: Number(total(sums, ({ late }) => late)),
      }
    }),
  }
}

type Limits = RiskSettings & { book: Book }

const total = (sums: readonly OpenSum[], of: (sum: OpenSum) => bigint): bigint =>
  sums.reduce((added, sum) => added + of(sum), 0n)

function houseOf({ houseFundsMicros, houseRoomMicros }: RiskSettings): Risk['house'] {
  if (houseFundsMicros === null || houseRoomMicros === null) return null
  return { funds: formatMicros(houseFundsMicros), room: formatMicros(houseRoomMicros) }
}

/** What open contracts come to; minutes of expiry are worst each by itself, as orders are guarded. */
function stakesOf(sums: readonly OpenSum[]): Risk['total'] {
  const [ups, downs] = [total(sums, ({ worstUp }) => worstUp), total(sums, ({ worstDown }) => worstDown)]
  const side = (contracts: bigint, stake: bigint, profit: bigint) => ({
    contracts: Number(contracts),
    stake: formatMicros(stake),
    payout: formatMicros(stake + profit),
  })
  return {
    up: side(
      total(sums, ({ upContracts }) => upContracts),
      total(sums, ({ upStakeMicros }) => upStakeMicros),
      total(sums, ({ upProfitMicros }) => upProfitMicros),
    ),
    down: side(
      total(sums, ({ downContracts }) => downContracts),
      total(sums, ({ downStakeMicros }) => downStakeMicros),
      total(sums, ({ downProfitMicros }) => downProfitMicros),
    ),
    worstCase: formatMicros(total(sums, ({ worstMicros }) => worstMicros)),
    worstWay: ups > 0n && downs > 0n ? 'mixed' : wayOf(ups, downs),
  }
}

function wayOf(ups: bigint, downs: bigint): 'up' | 'down' | null {
  if (ups > 0n) return 'up'
  return downs > 0n ? 'down' : null
}

interface ProductFigures {
  sums: readonly OpenSum[]
  fullest: FullestRow | undefined
  offer: OfferRow | undefined
}

function productOf(
  { symbol, category }: TradedProduct,
  limits: Limits,
  { sums, fullest, offer }: ProductFigures,
): Risk['products'][number] {
  const exposureMicros = fullest?.exposureMicros ?? 0n
  const shareBps = (exposureMicros * BPS_PER_ONE) / limits.limitMicros
  return {
    ...{ symbol, category },
    ...stakesOf(sums),
    fullest:
      fullest === undefined
        ? null
        : {
            direction: fullest.direction,
            expiryMinuteMs: Number(fullest.expiryMinute) * MINUTE_MS,
            exposure: formatMicros(exposureMicros),
            shareBps: Number(shareBps),
          },
    isWarned: shareBps >= BigInt(limits.warningBps),
    stop: stopOf(limits, exposureMicros, offer),
    spans: SPANS.map((within, at) => ({ within, ...stakesOf(sums.filter(({ span }) => span === at)) })),
  }
}

/** In the order in which an order would be refused. */
function stopOf(limits: Limits, exposureMicros: bigint, offer: OfferRow | undefined): RiskStop | null {
  const { book, limitMicros, houseRoomMicros } = limits
  if (!(book === 'demo' ? limits.demoEnabled : limits.realEnabled)) return 'book-disabled'
  if (limits.halted) return 'halted'
  if (offer === undefined || !offer.enabled) return 'product-disabled'
  // The demo book's limit is each user's own: one who has reached it stops nobody else.
  const smallest = offer.smallestProfitMicros
  if (book === 'demo' || smallest === null) return null
  const isFull = exposureMicros + smallest > limitMicros
  const isHouseSpent = houseRoomMicros !== null && smallest > houseRoomMicros
  return isFull || isHouseSpent ? 'limit-reached' : null
}
