import { isOpen } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { parseWalletAddress } from '@truestrike/core/wallet/wallet-address.ts'
import type { WithdrawalChecks } from '@truestrike/protocol/order-details-endpoints.ts'
import type { DevicesService } from '../accounts/devices.service.ts'
import type { MoneyGuard } from '../accounts/money-guard.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Db } from '../platform/db.ts'
import { type AccountSeal, bareNumber } from './sealed-account.ts'
import { listPaidBefore, type WithdrawalRow } from './withdrawals.store.ts'

export interface WithdrawalCheckParts {
  db: Db
  ledger: Pick<LedgerService, 'getFrozen' | 'lockBalances' | 'sumLedger'>
  moneyGuard: Pick<MoneyGuard, 'describe' | 'holdPayee'>
  devices: Pick<DevicesService, 'signInBefore'>
  accounts: AccountSeal
}

type Paid = Awaited<ReturnType<typeof listPaidBefore>>[number]

/** What a reviewer is told for and against a withdrawal. Nothing here decides: money is guarded where it moves. */
export function createWithdrawalChecks({ db, ledger, moneyGuard, devices, accounts }: WithdrawalCheckParts) {
  const numberOf = (userId: bigint, payee: string) =>
    bareNumber(accounts.open('payee', userId, payee).accountNumber)

  /** Those that went to the same wallet or account. */
  function toSame(row: WithdrawalRow, paid: readonly Paid[]): Paid[] {
    const { userId, network, address, payee } = row
    if (payee === null) return paid.filter((each) => each.network === network && each.address === address)
    const number = numberOf(userId, payee)
    return paid.filter((each) => each.payee !== null && numberOf(userId, each.payee) === number)
  }

  /** Money can be sent there, as far as the spelling tells. */
  function isWhole({ userId, network, address, payee }: WithdrawalRow): boolean {
    if (payee !== null) {
      const { accountName, accountNumber, bankName } = accounts.open('payee', userId, payee)
      return [accountName, accountNumber, bankName].every((text) => text.trim() !== '')
    }
    if (network === null || address === null) return false
    const parsed = parseWalletAddress(network, address)
    return parsed.ok && parsed.value === address
  }

  async function checkDevice({ userId, createdMs }: WithdrawalRow, paid: readonly Paid[]) {
    const signIn = await devices.signInBefore(userId, createdMs)
    if (signIn === null) return { passed: false, browser: null, system: null, signedInMs: null }
    const { isNew, firstSeenMs, ...shown } = signIn
    const paidSince = firstSeenMs !== null && paid.some((each) => each.createdMs >= firstSeenMs)
    return { passed: !isNew || paidSince, ...shown }
  }

  return async (row: WithdrawalRow): Promise<WithdrawalChecks> => {
    const { userId } = row
    const [frozenMicros, { entries, differenceMicros }, { lock, isFrozen }, paid] = await Promise.all([
      ledger.getFrozen(userId),
      ledger.sumLedger(userId),
      moneyGuard.describe(userId),
      listPaidBefore(db, row),
    ])
    const same = toSame(row, paid)
    return {
      active: { passed: !isFrozen },
      covered: {
        passed: !isOpen(row.state) || frozenMicros >= row.amountMicros,
        frozen: formatMicros(frozenMicros),
      },
      ledger: { passed: differenceMicros === 0n, entries, difference: formatMicros(differenceMicros) },
      address: { passed: isWhole(row) },
      usedBefore: {
        passed: same.length > 0,
        times: same.length,
        sinceMs: same[0] === undefined ? null : Number(same[0].createdMs),
      },
      unchanged: { passed: lock === null, change: lock?.change ?? null, untilMs: lock?.untilMs ?? null },
      device: await checkDevice(row, paid),
    }
  }
}
