import { parseMicros } from '@truestrike/core/money.ts'
import type { ContractOfUser, ContractTransfer } from '@truestrike/protocol/contract-list-endpoints.ts'
import { contractIdIn } from '@truestrike/protocol/order-number.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { type UserInfoService, withNames } from '../accounts/user-info.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { AdminPrincipal, RequestInfo } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import { type ContractListFilter, listContractsOfAll } from './contract-list.store.ts'
import { toWireContract } from './contract-row.ts'
import { listContractsById } from './contracts.store.ts'
import { allContractsExport } from './export-contracts.ts'
import { readSortCursor, sortCursorAfter } from './sort-cursor.ts'
import type { ProductLookup } from './traded-product.ts'

const PAGE_DEFAULT = 20
/** No contract lives longer than seven days; a settlement may be behind. */
const OPEN_MAX_MS = 30 * 86_400_000

export interface ContractListParts {
  db: Db
  clock: Clock
  products: Pick<ProductLookup, 'find' | 'list'>
  ledger: Pick<LedgerService, 'listContractTransfers'>
  users: Pick<UserInfoService, 'findUsers'>
  exports: ListExports
}

export interface ContractFilterQuery {
  search?: string | undefined
  book?: 'demo' | 'real' | undefined
  symbol?: string | undefined
  direction?: 'up' | 'down' | undefined
  state?: 'pending' | 'completed' | 'cancelled' | undefined
  result?: 'won' | 'lost' | 'equal' | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  minStake?: string | undefined
  maxStake?: string | undefined
  sort?: 'time' | '-time' | 'stake' | '-stake' | undefined
}

interface ContractsQuery extends ContractFilterQuery {
  cursor?: string | undefined
  limit?: number | undefined
}

/** Contracts of all users, for administrators. It reads; nothing here changes one. */
export function createContractListsService(parts: ContractListParts) {
  const { db, clock, ledger, exports } = parts

  return {
    /** Errors: INVALID_PARAMETERS (the cursor), AMOUNT_INVALID. */
    async list(query: ContractsQuery) {
      const { cursor, limit = PAGE_DEFAULT } = query
      const { filter, moreNames } = await readContractFilter(query, parts)
      const rows = await listContractsOfAll(db, filter, { after: readSortCursor(cursor), limit: limit + 1 })
      const nowMs = clock.nowMs()
      const shown = await withNames(db, rows.slice(0, limit))
      return {
        contracts: shown.map(
          ({ uid, username, ...row }): ContractOfUser => ({
            contract: toWireContract(row, nowMs),
            uid,
            username,
          }),
        ),
        nextCursor: rows.length > limit ? sortCursorAfter(filter.sort.by, rows[limit - 1]) : null,
        moreNames,
      }
    },

    /** The same as a file of CSV; who took one along, and which, is in the audit log. */
    async export(
      query: ContractFilterQuery,
      { adminId }: AdminPrincipal,
      { ip, locale }: RequestInfo,
    ): Promise<Download> {
      const { filter } = await readContractFilter(query, parts)
      await writeAudit(db, {
        ...{ atMs: clock.nowMs(), actorKind: 'admin', actorId: adminId, ip },
        ...{ action: 'orders.export', subject: 'order-list', after: query },
      })
      const nowMs = clock.nowMs()
      return exports.file(allContractsExport, { filter, locale, nowMs }, nowMs)
    },

    /** Errors: CONTRACT_NOT_FOUND. */
    async get(
      id: bigint | null,
    ): Promise<{ contract: Contract; uid: string; username: string; transfers: ContractTransfer[] }> {
      const [found] = id === null ? [] : await withNames(db, await listContractsById(db, [id]))
      if (found === undefined) throw new AppError('CONTRACT_NOT_FOUND')
      const { uid, username, ...row } = found
      return {
        contract: toWireContract(row, clock.nowMs()),
        uid,
        username,
        transfers: await ledger.listContractTransfers({
          ...{ contractId: row.id, userId: row.userId, book: row.book },
          acceptedAtMs: Number(row.acceptedAtMs),
          settledAtMs: row.settledAtMs === null ? null : Number(row.settledAtMs),
        }),
      }
    },
  }
}

/** A query as it came over the wire, with the users and the contract it searches for. */
async function readContractFilter(
  query: ContractFilterQuery,
  { clock, products, users }: Pick<ContractListParts, 'clock' | 'products' | 'users'>,
): Promise<{ filter: ContractListFilter; moreNames: boolean }> {
  const { search, book = null, symbol, direction = null, state = null, result = null } = query
  const { fromMs = null, toMs = null, minStake, maxStake, sort = '-time' } = query
  const product = symbol === undefined ? undefined : products.find(symbol)
  const text = search?.trim()
  const { userIds, hasMore } =
    text === undefined ? { userIds: [], hasMore: false } : await users.findUsers(text)
  return {
    filter: {
      ...{ book, direction, state, result, fromMs, toMs },
      found: text === undefined ? null : { id: parseRowId(contractIdIn(text) ?? undefined), userIds },
      // A product that is not there has no contracts.
      productIds: symbol === undefined ? products.list().map(({ id }) => id) : [product?.id ?? 0],
      isOneProduct: symbol !== undefined,
      minMicros: minStake === undefined ? null : readBound(minStake),
      maxMicros: maxStake === undefined ? null : readBound(maxStake),
      sort: { by: sort.endsWith('stake') ? 'stake' : 'time', isAscending: !sort.startsWith('-') },
      openSinceMs: clock.nowMs() - OPEN_MAX_MS,
    },
    moreNames: hasMore,
  }
}

function readBound(text: string): bigint {
  const parsed = parseMicros(text)
  if (!parsed.ok) throw new AppError('AMOUNT_INVALID')
  return parsed.value
}
