import { formatMicros, MICROS_PER_USDT } from '@truestrike/core/money.ts'
import type { BookBalance } from '@truestrike/protocol/account-endpoints.ts'
import type { ContractTransfer } from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Balances } from '@truestrike/protocol/frames.ts'
import type { LedgerEntry } from '@truestrike/protocol/order-details-endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import {
  type BalanceRow,
  type Book,
  listBalances,
  lockUserBalances,
  openUserBalances,
  pageBalances,
  sumBook,
} from './balances.store.ts'
import { insertBills, moveBills } from './bills.store.ts'
import { resetDemo } from './demo-reset.ts'
import { claimMoneyRequest, findMoneyRequest } from './money-requests.store.ts'
import { postAdjustment } from './post-adjustment.ts'
import { postRequest, postUserTransfer } from './post-request.ts'
import {
  type ContractMoments,
  listContractTransfers,
  listUserEntries,
  sumUserLedger,
} from './user-ledger.store.ts'

/** Practice funds of a new user. */
const DEMO_ISSUE_MICROS = 10_000n * MICROS_PER_USDT

interface Parts {
  db: Db
  clock: Clock
}

export type LedgerService = ReturnType<typeof createLedgerService>

export function createLedgerService({ db, clock }: Parts) {
  return {
    /** Opens both books of a new user with 10 000 USDT of practice funds, inside the registering transaction. */
    openBalances: (sql: Sql, userId: bigint): Promise<void> =>
      openUserBalances(sql, userId, DEMO_ISSUE_MICROS, clock.nowMs()),

    /** Both books in wire form; `version` grows with every change of either. Zeros when the user has no balances. */
    async getBalances(userId: bigint): Promise<Balances> {
      return (await listWireBalances(db, [userId])).get(userId) ?? EMPTY
    },

    /** The same for many users by one query. */
    listBalances: (userIds: readonly bigint[]): Promise<Map<bigint, Balances>> =>
      listWireBalances(db, userIds),

    /** Holds both books of a user until the caller's transaction ends: no order of his is accepted meanwhile. */
    lockBalances: lockUserBalances,

    /** A user's practice balance as when he was new. Errors: those of `resetDemo`. */
    resetDemo: (userId: bigint, requestId: string): Promise<void> =>
      resetDemo(db, { userId, requestId, targetMicros: DEMO_ISSUE_MICROS, nowMs: clock.nowMs() }),

    /** Money of a request, its bills, and the id it is asked for with; all in the caller's transaction. */
    claimRequest: claimMoneyRequest,
    findRequest: findMoneyRequest,
    postRequest,
    postUserTransfer,
    postAdjustment,
    insertBills,
    moveBills,

    /** What a user may use of the real book, as it is now: whoever decides by it asks the ledger again. */
    getAvailable: (userId: bigint): Promise<bigint> => getAvailableOf(db, userId, 'real'),

    /** The same of either book, in the caller's transaction. */
    getAvailableOf,

    /** What is frozen of a user's real book: his open withdrawals. */
    async getFrozen(userId: bigint): Promise<bigint> {
      const real = (await listBalances(db, [userId])).find(({ book }) => book === 'real')
      return real?.frozenMicros ?? 0n
    },

    /** Whether a user's real book is what all its transfers make it: how many they are, and by how much it is off. */
    sumLedger: (userId: bigint) => sumUserLedger(db, userId),

    /** A page of the transfers of a user's book, newest first, each with what was available after it. */
    listEntries: (userId: bigint, page: EntriesPage) => listEntries(db, userId, page),

    /** What was moved for a contract, oldest first. */
    listContractTransfers: (of: ContractMoments): Promise<ContractTransfer[]> => wireTransfers(db, of),

    /** What all users of a book have, and all accounts of the system; in the caller's transaction. */
    sumBook,

    /** Who has what in a book, a page at a time; in the caller's transaction. */
    pageBalances,
  }
}

async function getAvailableOf(sql: Sql, userId: bigint, book: Book): Promise<bigint> {
  const own = (await listBalances(sql, [userId])).find((row) => row.book === book)
  return own?.availableMicros ?? 0n
}

interface EntriesPage {
  book: Book
  limit: number
  /** Of the page before. */
  cursor?: string | undefined
}

/** Balances are told from the newest transfer back: a cursor takes along the one its page ended with. */
async function listEntries(
  sql: Sql,
  userId: bigint,
  { book, limit, cursor }: EntriesPage,
): Promise<{ entries: Omit<LedgerEntry, 'contract'>[]; nextCursor: string | null }> {
  const [beforeId, availableBefore] = cursor?.split('.').map(BigInt) ?? []
  const rows = await listUserEntries(sql, userId, { book, beforeId, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  let available = availableBefore ?? rows[0]?.availableMicros ?? 0n
  const entries = shown.map(({ id, kind, ref, createdMs, amountMicros, changeMicros }) => {
    const after = available
    available -= changeMicros
    return {
      ...{ id: id.toString(), timeMs: Number(createdMs), kind, ref },
      ...{ amount: formatMicros(amountMicros), change: formatMicros(changeMicros) },
      available: formatMicros(after),
    }
  })
  return { entries, nextCursor: rows.length > limit ? `${shown.at(-1)?.id}.${available}` : null }
}

async function wireTransfers(sql: Sql, of: ContractMoments): Promise<ContractTransfer[]> {
  const rows = await listContractTransfers(sql, of)
  return rows.map(({ id, kind, debit, credit, amountMicros, createdMs }) => ({
    ...{ id: id.toString(), timeMs: Number(createdMs), kind, debit, credit },
    amount: formatMicros(amountMicros),
  }))
}

const NOTHING: BookBalance = { total: '0.00', available: '0.00', inPosition: '0.00', frozen: '0.00' }
const EMPTY: Balances = { demo: NOTHING, real: NOTHING, version: 0 }

/** Both books of users in wire form, by their row ids. */
export async function listWireBalances(sql: Sql, userIds: readonly bigint[]): Promise<Map<bigint, Balances>> {
  const balances = new Map<bigint, Balances>()
  for (const row of await listBalances(sql, userIds)) {
    const before = balances.get(row.userId) ?? EMPTY
    balances.set(row.userId, {
      ...before,
      [row.book]: toWire(row),
      version: before.version + Number(row.version),
    })
  }
  return balances
}

function toWire(row: BalanceRow): BookBalance {
  return {
    total: formatMicros(row.availableMicros + row.inPositionMicros + row.frozenMicros),
    available: formatMicros(row.availableMicros),
    inPosition: formatMicros(row.inPositionMicros),
    frozen: formatMicros(row.frozenMicros),
  }
}
