import { formatMicros } from '@truestrike/core/money.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { toWireContract } from './contract-row.ts'
import {
  type ContractCriteria,
  type ContractFilter,
  countOpenContracts,
  getContractOfUser,
  getStatisticsOfUser,
  listContractsOfUser,
  listContractTerms,
  listRecentContracts,
} from './contracts.store.ts'

const PAGE_DEFAULT = 20
/** A snapshot shows what was settled this long ago, in ms. */
const RECENT_MS = 600_000
/** No contract lives longer than seven days. */
const LIFE_MAX_MS = 7 * 86_400_000

export type RecordsQuery = Omit<ContractFilter, 'userId' | 'after' | 'limit'> & {
  cursor?: string | undefined
  limit?: number | undefined
}

export type RecordsService = ReturnType<typeof createRecordsService>

/** A user's own contracts. */
export function createRecordsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** One page, newest first; `nextCursor` null on the last. A cursor that is none: `INVALID_PARAMETERS`. */
    async listContracts(userId: bigint, query: RecordsQuery) {
      const { cursor, limit = PAGE_DEFAULT, ...filter } = query
      const after = cursor === undefined ? undefined : parseCursor(cursor)
      const rows = await listContractsOfUser(db, { ...filter, userId, after, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const nowMs = clock.nowMs()
      return {
        contracts: page.map((row) => toWireContract(row, nowMs)),
        nextCursor: rows.length > limit && last !== undefined ? `${last.acceptedAtMs}-${last.id}` : null,
      }
    },

    /** `CONTRACT_NOT_FOUND` for one that does not exist and for another user's alike. */
    async getContract(userId: bigint, id: bigint): Promise<Contract> {
      const row = id <= BIGINT_MAX ? await getContractOfUser(db, userId, id) : null
      if (row === null) throw new AppError('CONTRACT_NOT_FOUND')
      return toWireContract(row, clock.nowMs())
    },

    /** Contracts that are not settled, of both books, by product. */
    countOpenByProduct: () => countOpenContracts(db),

    /** Entries of a ledger, each with what it is about where its reference is a contract. */
    async withTerms<E extends { ref: string }>(entries: readonly E[]) {
      const ids = entries.flatMap(({ ref }) => {
        const [, id] = /^contract:([0-9]+)$/.exec(ref) ?? []
        return id === undefined ? [] : [BigInt(id)]
      })
      const rows = ids.length === 0 ? [] : await listContractTerms(db, ids)
      const terms = new Map(
        rows.map(({ id, symbol, direction }) => [`contract:${id}`, { symbol, direction }]),
      )
      return entries.map((entry) => ({ ...entry, contract: terms.get(entry.ref) ?? null }))
    },

    /** All pending ones and those settled in the last ten minutes. */
    async listRecent(userId: bigint): Promise<Contract[]> {
      const nowMs = clock.nowMs()
      const span = { userId, sinceMs: nowMs - RECENT_MS, oldestMs: nowMs - LIFE_MAX_MS - RECENT_MS }
      return (await listRecentContracts(db, span)).map((row) => toWireContract(row, nowMs))
    },

    /** Own hit rate against break-even; equal and cancelled ones are counted but left out of the rates. */
    async getStatistics(userId: bigint, filter: Omit<ContractCriteria, 'userId'>) {
      const row = await getStatisticsOfUser(db, { ...filter, userId })
      const decided = row.won + row.lost
      return {
        won: Number(row.won),
        lost: Number(row.lost),
        equal: Number(row.equal),
        cancelled: Number(row.cancelled),
        profit: formatMicros(row.profitMicros),
        hitRateBps: shareBps(row.won, decided),
        breakEvenBps: shareBps(row.breakEvenStakeMicros, row.decidedStakeMicros),
      }
    },
  }
}

/** Basis points, to the nearest; null when there is nothing to take a share of. */
function shareBps(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((part * 20_000n + whole) / (2n * whole))
}

const BIGINT_MAX = 9_223_372_036_854_775_807n
const CURSOR = /^([0-9]{1,15})-([0-9]{1,18})$/

function parseCursor(text: string): { acceptedAtMs: bigint; id: bigint } {
  const [, acceptedAtMs, id] = CURSOR.exec(text) ?? []
  if (acceptedAtMs === undefined || id === undefined) {
    throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'cursor', rule: 'pattern' }] })
  }
  return { acceptedAtMs: BigInt(acceptedAtMs), id: BigInt(id) }
}
