import type { SavedAddress } from '@truestrike/protocol/funds-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { AddressNews } from '../accounts/mail-letters.ts'
import { cleanLine } from '../accounts/profile-texts.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo } from '../platform/route.ts'
import { readAddress } from './payout-target.ts'
import {
  type AddressRow,
  deleteAddress,
  deleteAddressesOf,
  insertAddress,
  listAddresses,
  setAddressLabel,
  setDefaultAddress,
} from './withdrawal-addresses.store.ts'

const ADDRESSES_MAX = 20

interface Parts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'lockBalances'>
  notices: Pick<NoticesService, 'add'>
  mailAddressNews: Accounts['mailAddressNews']
}

/** Of the audit log: what was done to which address, with what it was and is; null: there is none. */
interface Changed {
  act: 'save' | 'default' | 'rename' | 'remove'
  id: bigint
  before: Kept | null
  after: Kept | null
}
type Kept = Omit<AddressRow, 'id'>

/** Where a user has his withdrawals paid to. One of them is the default, if there is any. */
export function createWithdrawalAddressesService(parts: Parts) {
  const { db, clock } = parts
  const change = createChange(parts)

  return {
    list: async (userId: bigint): Promise<SavedAddress[]> => (await listAddresses(db, userId)).map(toWire),

    /** Errors: WITHDRAWAL_ADDRESS_INVALID, ADDRESS_LIMIT, ADDRESS_SAVED. */
    save(
      userId: bigint,
      form: { network: string; address: string; label: string; isDefault?: boolean },
      request: RequestInfo,
    ): Promise<SavedAddress[]> {
      const target = readAddress(form.network, form.address)
      const label = labelOf(form.label, target)
      return change(userId, request, async (sql, known) => {
        if (known.length >= ADDRESSES_MAX) throw new AppError('ADDRESS_LIMIT', { max: ADDRESSES_MAX })
        const isDefault = known.length === 0 || form.isDefault === true
        if (isDefault) await setDefaultAddress(sql, userId, null)
        const after = { ...target, label, isDefault }
        const id = await insertAddress(sql, { ...after, userId }, clock.nowMs())
        if (id === null) throw new AppError('ADDRESS_SAVED')
        return { act: 'save', id, before: null, after: keptOf(after) }
      })
    },

    /** Errors: ADDRESS_NOT_FOUND. */
    setDefault: (userId: bigint, id: bigint | null, request: RequestInfo): Promise<SavedAddress[]> =>
      change(userId, request, async (sql, known) => {
        const row = ownOf(known, id)
        await setDefaultAddress(sql, userId, row.id)
        return { act: 'default', id: row.id, before: keptOf(row), after: keptOf({ ...row, isDefault: true }) }
      }),

    /** Errors: ADDRESS_NOT_FOUND. */
    rename: (
      userId: bigint,
      id: bigint | null,
      typed: string,
      request: RequestInfo,
    ): Promise<SavedAddress[]> =>
      change(userId, request, async (sql, known) => {
        const row = ownOf(known, id)
        const label = labelOf(typed, row)
        await setAddressLabel(sql, userId, row.id, label)
        return { act: 'rename', id: row.id, before: keptOf(row), after: keptOf({ ...row, label }) }
      }),

    /** The oldest of the others is the default from then on. Errors: ADDRESS_NOT_FOUND. */
    remove: (userId: bigint, id: bigint | null, request: RequestInfo): Promise<SavedAddress[]> =>
      change(userId, request, async (sql, known) => {
        const gone = ownOf(known, id)
        await deleteAddress(sql, userId, gone.id)
        const next = known.find((row) => row.id !== gone.id)
        if (gone.isDefault && next !== undefined) await setDefaultAddress(sql, userId, next.id)
        return { act: 'remove', id: gone.id, before: keptOf(gone), after: null }
      }),
  }
}

/** What is there of a user, held; answers what is there afterwards. */
function createChange(parts: Parts) {
  const { db, clock, ledger } = parts
  return (
    userId: bigint,
    request: RequestInfo,
    work: (sql: Sql, known: AddressRow[]) => Promise<Changed>,
  ): Promise<SavedAddress[]> =>
    db.tx(async (sql) => {
      await ledger.lockBalances(sql, userId)
      const known = await listAddresses(sql, userId)
      const changed = await work(sql, known)
      const { act, id, before, after } = changed
      const atMs = clock.nowMs()
      const left = await listAddresses(sql, userId)
      await tell(parts, sql, [...newsOf(changed), ...newDefault(known, left)], { userId, atMs })
      await writeAudit(sql, {
        ...{ atMs, actorKind: 'user', actorId: userId, ip: request.ip },
        ...{ action: `withdrawal-address.${act}`, subject: `withdrawal-address:${id}` },
        ...(before === null ? {} : { before }),
        ...(after === null ? {} : { after }),
      })
      return left.map(toWire)
    })
}

/** A user's that were saved until `beforeMs`, without him: whoever had the account then may have saved them. In the audit log each is named. */
export async function removeAddressesOf(
  sql: Sql,
  userId: bigint,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<void> {
  for (const row of await deleteAddressesOf(sql, userId, beforeMs)) {
    await writeAudit(sql, {
      ...{ atMs: nowMs, actorKind: 'system', actorId: null, ip: null },
      ...{ action: 'withdrawal-address.remove', subject: `withdrawal-address:${row.id}` },
      ...{ before: keptOf(row), after: { claimedBy: `user:${userId}` } },
    })
  }
}

interface News {
  kind: AddressNews
  about: Kept
}

function newsOf({ act, before, after }: Changed): News[] {
  if (act === 'save' && after !== null) return [{ kind: 'address-saved', about: after }]
  return act === 'remove' && before !== null ? [{ kind: 'address-removed', about: before }] : []
}

/** One that took another one's place; the first one of all takes nobody's. */
function newDefault(known: readonly AddressRow[], left: readonly AddressRow[]): News[] {
  const [before, after] = [known, left].map((rows) => rows.find(({ isDefault }) => isDefault))
  if (before === undefined || after === undefined || before.id === after.id) return []
  return [{ kind: 'address-default', about: after }]
}

/** By notice and mail: it may be a thief who had it changed. */
async function tell(
  { notices, mailAddressNews }: Parts,
  sql: Sql,
  news: readonly News[],
  to: { userId: bigint; atMs: number },
): Promise<void> {
  for (const { kind, about } of news) {
    const { network, address } = about
    const notice = { type: 'system', kind, priority: 'medium', data: { network, address } } as const
    await notices.add(sql, [{ ...notice, userId: to.userId }], to.atMs)
    await mailAddressNews(sql, { ...to, news: kind, address })
  }
}

const keptOf = ({ network, address, label, isDefault }: Kept): Kept => ({
  network,
  address,
  label,
  isDefault,
})

/** As typed, in one line; without one, how the address begins. */
const labelOf = (typed: string, { address }: { address: string }): string =>
  cleanLine(typed) || address.slice(0, 8)

function ownOf(known: readonly AddressRow[], id: bigint | null): AddressRow {
  const row = known.find((each) => each.id === id)
  if (row === undefined) throw new AppError('ADDRESS_NOT_FOUND')
  return row
}

const toWire = (row: AddressRow): SavedAddress => ({ ...row, id: row.id.toString() })
