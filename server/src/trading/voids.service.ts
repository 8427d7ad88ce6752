import { ensure } from '@truestrike/core/assert.ts'
import { VOID_REASON_BYTES_MAX } from '@truestrike/core/log-entry.ts'
import type { ProductVoid, VoidPreview } from '@truestrike/protocol/void-endpoints.ts'
import { type ActsOfTwo, refuseAlone } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { TradedProduct } from './traded-product.ts'
import { auditVoid, createVoidDecisions, type VoidActor } from './void-decisions.ts'
import { wirePreview, wireVoid } from './void-views.ts'
import type { VoidWorks } from './void-works.ts'
import { findStandingVoid, getVoid, insertVoid, listVoids, type VoidRow } from './voids.store.ts'

/** Service time: contracts have moved on by then, the second administrator would look at another thing. */
const PROPOSAL_MS = 24 * 3_600_000
const PAGE_DEFAULT = 20
/** When to ask again while settlement is too far behind for figures. */
const BEHIND_RETRY_SECONDS = 5

export interface VoidsParts {
  db: Db
  bus: Bus
  clock: Clock
  products: {
    find(symbol: string): Pick<TradedProduct, 'id'> | undefined
    list(): readonly Pick<TradedProduct, 'id' | 'symbol'>[]
  }
  works: Pick<VoidWorks, 'preview'>
  administrators: ActsOfTwo
}

interface Interval {
  symbol: string
  fromMs: number
  toMs: number
}

interface ListQuery {
  which: 'open' | 'all'
  symbol?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Proposals of voids, and what administrators decide on them; what follows is the engines' (void-works.ts). */
export function createVoidsService(parts: VoidsParts) {
  const { db, clock, works, administrators } = parts
  const { toWire, toWireOne } = createVoidViews(parts)
  const anotherFor = ({ adminId }: AdminPrincipal) => administrators.anotherFor(adminId, ['voids'])
  const productIdOf = (symbol: string): number => {
    const product = parts.products.find(symbol)
    if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND')
    return product.id
  }
  const find = ({ symbol, fromMs, toMs }: Interval) => {
    const productId = productIdOf(symbol)
    if (fromMs > toMs || toMs >= clock.nowMs()) throw new AppError('VOID_INTERVAL_INVALID')
    return { productId, fromMs, toMs }
  }
  /** Never none for what nobody could count. */
  const countNow = async (interval: ReturnType<typeof find>): Promise<VoidPreview> => {
    const figures = await works.preview(interval)
    if (figures === null) throw new AppError('SERVICE_UNAVAILABLE', undefined, BEHIND_RETRY_SECONDS)
    return wirePreview(figures)
  }

  return {
    ...createVoidDecisions({ ...parts, toWireOne }),

    /** Errors: PRODUCT_NOT_FOUND, VOID_INTERVAL_INVALID, SERVICE_UNAVAILABLE. */
    preview: async (interval: Interval): Promise<VoidPreview> => await countNow(find(interval)),

    /** Errors: PRODUCT_NOT_FOUND. */
    async list(admin: AdminPrincipal, { which, symbol, cursor, limit = PAGE_DEFAULT }: ListQuery) {
      const productId = symbol === undefined ? null : productIdOf(symbol)
      const query = { open: which === 'open', productId, cursorId: parseRowId(cursor), limit: limit + 1 }
      const rows = await listVoids(db, { ...query, nowMs: clock.nowMs() })
      const page = rows.slice(0, limit)
      const { available, fromMs: availableFromMs } = await anotherFor(admin)
      return {
        ...{ available, availableFromMs },
        voids: await toWire(page, admin),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async get(admin: AdminPrincipal, id: bigint | null) {
      const row = id === null ? null : await getVoid(db, id)
      const wire = await toWireOne(row, admin)
      const isAhead = row !== null && (wire.state === 'proposed' || wire.state === 'confirmed')
      const figures = isAhead ? await works.preview(intervalOf(row)) : null
      return { void: wire, preview: figures === null ? null : wirePreview(figures) }
    },

    /**
     * What the same administrator has proposed already in the same words is answered while nobody has decided on it: a
     * second one would be entered for ever as well.
     * Errors: SECOND_ADMIN_REQUIRED, SECOND_ADMIN_TOO_NEW, PRODUCT_NOT_FOUND, VOID_INTERVAL_INVALID, VOID_REASON_TOO_LONG,
     * SERVICE_UNAVAILABLE.
     */
    async propose(actor: VoidActor, { reason: typed, ...interval }: Interval & { reason: string }) {
      refuseAlone(await anotherFor(actor.admin))
      const found = find(interval)
      const reason = typed.trim()
      if (Buffer.byteLength(reason) > VOID_REASON_BYTES_MAX) throw new AppError('VOID_REASON_TOO_LONG')
      const preview = await countNow(found)
      const { contracts, houseEffect } = preview
      const row = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const proposedBy = actor.admin.adminId
        const asked = { ...found, ...{ reason, proposedBy, nowMs, expiresMs: nowMs + PROPOSAL_MS } }
        const standing = await findStandingVoid(sql, asked)
        if (standing !== null) return standing
        const id = await insertVoid(sql, asked)
        const after = { ...interval, reason, contracts, houseEffect }
        await auditVoid(sql, actor, { id, nowMs, action: 'void.propose', after })
        return await getVoid(sql, id)
      })
      return { void: await toWireOne(row, actor.admin), preview }
    },
  }
}

function createVoidViews({
  clock,
  products,
  administrators,
}: Pick<VoidsParts, 'clock' | 'products' | 'administrators'>) {
  const toWire = async (rows: readonly VoidRow[], admin: AdminPrincipal): Promise<ProductVoid[]> => {
    const ids = rows.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? proposedBy])
    const names = await administrators.namesOf([...new Set(ids)])
    const waits = await administrators.waitsOf([admin.adminId, ...new Set(ids)])
    const symbols = new Map(products.list().map(({ id, symbol }) => [id, symbol]))
    return rows.map((row) => {
      const symbol = ensure(symbols.get(row.productId))
      return wireVoid(row, { symbol, names, waits, adminId: admin.adminId, nowMs: clock.nowMs() })
    })
  }
  return {
    toWire,
    async toWireOne(row: VoidRow | null, admin: AdminPrincipal): Promise<ProductVoid> {
      const [wire] = row === null ? [] : await toWire([row], admin)
      if (wire === undefined) throw new AppError('REVIEW_NOT_FOUND')
      return wire
    },
  }
}

const intervalOf = ({ productId, fromMs, toMs }: VoidRow) => ({
  productId,
  fromMs: Number(fromMs),
  toMs: Number(toMs),
})
