import type { SavedAddress } from '@truestrike/protocol/funds-endpoints.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { readAddress } from './payout-target.ts'
import {
  type AddressRow,
  deleteAddress,
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
}

/** Where a user has his withdrawals paid to. One of them is the default, if there is any. */
export function createWithdrawalAddressesService({ db, clock, ledger }: Parts) {
  /** What is there of a user, held; answers what is there afterwards. */
  const change = (
    userId: bigint,
    work: (sql: Sql, known: AddressRow[]) => Promise<void>,
  ): Promise<SavedAddress[]> =>
    db.tx(async (sql) => {
      await ledger.lockBalances(sql, userId)
      await work(sql, await listAddresses(sql, userId))
      return (await listAddresses(sql, userId)).map(toWire)
    })

  return {
    list: async (userId: bigint): Promise<SavedAddress[]> => (await listAddresses(db, userId)).map(toWire),

    /** Errors: WITHDRAWAL_ADDRESS_INVALID, ADDRESS_LIMIT, ADDRESS_SAVED. */
    save(
      userId: bigint,
      form: { network: string; address: string; label: string; isDefault?: boolean },
    ): Promise<SavedAddress[]> {
      const target = readAddress(form.network, form.address)
      const label = labelOf(form.label, target)
      return change(userId, async (sql, known) => {
        if (known.length >= ADDRESSES_MAX) throw new AppError('ADDRESS_LIMIT', { max: ADDRESSES_MAX })
        const isDefault = known.length === 0 || form.isDefault === true
        if (isDefault) await setDefaultAddress(sql, userId, null)
        const row = { ...target, userId, label, isDefault }
        if (!(await insertAddress(sql, row, clock.nowMs()))) throw new AppError('ADDRESS_SAVED')
      })
    },

    /** Errors: ADDRESS_NOT_FOUND. */
    setDefault: (userId: bigint, id: bigint | null): Promise<SavedAddress[]> =>
      change(userId, async (sql, known) => {
        await setDefaultAddress(sql, userId, ownOf(known, id).id)
      }),

    /** Errors: ADDRESS_NOT_FOUND. */
    rename: (userId: bigint, id: bigint | null, label: string): Promise<SavedAddress[]> =>
      change(userId, async (sql, known) => {
        const row = ownOf(known, id)
        await setAddressLabel(sql, userId, row.id, labelOf(label, row))
      }),

    /** The oldest of the others is the default from then on. Errors: ADDRESS_NOT_FOUND. */
    remove: (userId: bigint, id: bigint | null): Promise<SavedAddress[]> =>
      change(userId, async (sql, known) => {
        const gone = ownOf(known, id)
        await deleteAddress(sql, userId, gone.id)
        const next = known.find((row) => row.id !== gone.id)
        if (gone.isDefault && next !== undefined) await setDefaultAddress(sql, userId, next.id)
      }),
  }
}

/** As typed; without one, how the address begins. */
const labelOf = (typed: string, { address }: { address: string }): string =>
  typed.trim() === '' ? address.slice(0, 8) : typed.trim()

function ownOf(known: readonly AddressRow[], id: bigint | null): AddressRow {
  const row = known.find((each) => each.id === id)
  if (row === undefined) throw new AppError('ADDRESS_NOT_FOUND')
  return row
}

const toWire = (row: AddressRow): SavedAddress => ({ ...row, id: row.id.toString() })
