import { ensure } from '@truestrike/core/assert.ts'
import { VOID_REASON_BYTES_MAX } from '@truestrike/core/log-entry.ts'
import type { ProductVoid, VoidPreview } from '@truestrike/protocol/void-endpoints.ts'
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
import { getVoid, insertVoid, listVoids, type VoidRow } from './voids.store.ts'

/** Permission of an administrator. */
export const VOIDS_PERMISSION = 'voids'
/** Service time: contracts have moved on by then, the second administrator would look at another thing. */
const PROPOSAL_MS = 24 * 3_600_000
const PAGE_DEFAULT = 20

export interface VoidsParts {
  db: Db
  bus: Bus
  clock: Clock
  products: {
    find(symbol: string): Pick<TradedProduct, 'id'> | undefined
    list(): readonly Pick<TradedProduct, 'id' | 'symbol'>[]
  }
  works: Pick<VoidWorks, 'preview'>
  administrators: {
    /** How many may do it: none of those that were disabled. */
    countWith(permission: string): Promise<number>
    namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>
  }
}

interface Interval {
  symbol: string
  fromMs: number
  toMs: number
}

interface ListQuery {
  which: 'open' | 'all'
  cursor?: string | undefined
  limit?: number | undefined
}

/** Proposals of voids, and what administrators decide on them; what follows is the engines' (void-works.ts). */
export function createVoidsService(parts: VoidsParts) {
  const { db, clock, works, administrators } = parts
  const { toWire, toWireOne } = createVoidViews(parts)
  const isAvailable = async (): Promise<boolean> => (await administrators.countWith(VOIDS_PERMISSION)) > 1
  const find = ({ symbol, fromMs, toMs }: Interval) => {
    const product = parts.products.find(symbol)
    if (product === undefined) throw new AppError('PRODUCT_NOT_FOUND')
    if (fromMs > toMs || toMs >= clock.nowMs()) throw new AppError('VOID_INTERVAL_INVALID')
    return { productId: product.id, fromMs, toMs }
  }

  return {
    ...createVoidDecisions({ ...parts, toWireOne }),

    /** Errors: PRODUCT_NOT_FOUND, VOID_INTERVAL_INVALID. */
    preview: async (interval: Interval): Promise<VoidPreview> =>
      wirePreview(await works.preview(find(interval))),

    async list(admin: AdminPrincipal, { which, cursor, limit = PAGE_DEFAULT }: ListQuery) {
      const query = { open: which === 'open', cursorId: parseRowId(cursor), limit: limit + 1 }
      const rows = await listVoids(db, { ...query, nowMs: clock.nowMs() })
      const page = rows.slice(0, limit)
      return {
        available: await isAvailable(),
        voids: await toWire(page, admin),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },

    /** Errors: REVIEW_NOT_FOUND. */
    async get(admin: AdminPrincipal, id: bigint | null) {
      const row = id === null ? null : await getVoid(db, id)
      const wire = await toWireOne(row, admin)
      const isAhead = row !== null && (wire.state === 'proposed' || wire.state === 'confirmed')
      return { void: wire, preview: isAhead ? wirePreview(await works.preview(intervalOf(row))) : null }
    },

    /** Errors: SECOND_ADMIN_REQUIRED, PRODUCT_NOT_FOUND, VOID_INTERVAL_INVALID, VOID_REASON_TOO_LONG. */
    async propose(actor: VoidActor, { reason: typed, ...interval }: Interval & { reason: string }) {
      if (!(await isAvailable())) throw new AppError('SECOND_ADMIN_REQUIRED')
      const found = find(interval)
      const reason = typed.trim()
      if (Buffer.byteLength(reason) > VOID_REASON_BYTES_MAX) throw new AppError('VOID_REASON_TOO_LONG')
      const preview = wirePreview(await works.preview(found))
      const { contracts, houseEffect } = preview
      const row = await db.tx(async (sql) => {
        const nowMs = clock.nowMs()
        const proposedBy = actor.admin.adminId
        const id = await insertVoid(sql, {
          ...found,
          ...{ reason, proposedBy, nowMs, expiresMs: nowMs + PROPOSAL_MS },
        })
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
    const symbols = new Map(products.list().map(({ id, symbol }) => [id, symbol]))
    return rows.map((row) => {
      const symbol = ensure(symbols.get(row.productId))
      return wireVoid(row, { symbol, names, adminId: admin.adminId, nowMs: clock.nowMs() })
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
