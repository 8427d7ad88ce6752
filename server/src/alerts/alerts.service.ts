import { ensure } from '@truestrike/core/assert.ts'
import { formatPrice, type Price, parsePrice } from '@truestrike/core/price.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { PriceAlert } from '@truestrike/protocol/alert-endpoints.ts'
import type { Direction } from '@truestrike/protocol/scalars.ts'
import type { MarketModule } from '../market/market.module.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type AlertRow, deleteAlert, insertAlert, listAlerts, lockAlerts } from './alerts.store.ts'

/** Of one user, waiting. */
const ALERTS_MAX = 50
/** Of the price now: what is farther away is a slip of the finger. */
const TIMES_AWAY_MAX = 100n

interface Parts {
  db: Db
  clock: Clock
  market: Pick<MarketModule, 'products' | 'service'>
}

/** Prices users want to be told of. Who tells them: `watch-alerts.ts`. */
export function createAlertsService({ db, clock, market }: Parts) {
  const toWire = ({ id, productId, direction, price, createdMs }: AlertRow): PriceAlert[] => {
    const record = [...market.products.values()].find((each) => each.record.id === productId)?.record
    if (record === undefined) return []
    const { symbol, precision } = record
    return [
      {
        ...{ id: id.toString(), symbol, direction },
        ...{ price: formatPrice(price, precision), createdMs: Number(createdMs) },
      },
    ]
  }

  return {
    list: async (userId: bigint) => {
      const rows = await listAlerts(db, userId)
      return { alerts: rows.flatMap(toWire), max: ALERTS_MAX }
    },

    /** Errors: PRODUCT_NOT_FOUND, PRICE_STALE (no price yet), ALERT_PRICE_INVALID, ALERT_REACHED, ALERT_LIMIT. */
    async set(userId: bigint, body: { symbol: string; direction: Direction; price: string }) {
      const product = market.service.productOf(body.symbol)
      const { record, lastTick } = product
      if (lastTick === null) throw new AppError('PRICE_STALE')
      const now = unwrap(parsePrice(lastTick[5], record.precision))
      const price = readPrice(body.price, record, now)
      const { direction } = body
      if (direction === 'up' ? now >= price : now <= price) throw new AppError('ALERT_REACHED')
      const row = await db.tx(async (sql) => {
        await lockAlerts(sql, userId)
        const known = await listAlerts(sql, userId)
        const same = known.find(
          (each) => each.productId === record.id && each.direction === direction && each.price === price,
        )
        if (same !== undefined) return same
        if (known.length >= ALERTS_MAX) throw new AppError('ALERT_LIMIT', { max: ALERTS_MAX })
        return await insertAlert(sql, {
          ...{ userId, productId: record.id, direction, price },
          ...{ afterSeq: BigInt(lastTick[2]), createdMs: BigInt(clock.nowMs()) },
        })
      })
      const [alert] = toWire(row)
      return { alert: ensure(alert) }
    },

    async remove(userId: bigint, id: string | undefined) {
      const row = parseRowId(id)
      if (row !== null) await deleteAlert(db, userId, row)
      return {}
    },
  }
}

function readPrice(text: string, { precision }: { precision: number }, now: Price): Price {
  const parsed = parsePrice(text, precision)
  if (!parsed.ok || parsed.value > now * TIMES_AWAY_MAX)
    throw new AppError('ALERT_PRICE_INVALID', { precision })
  return parsed.value
}
