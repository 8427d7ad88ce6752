import { formatMicros } from '@truestrike/core/money.ts'
import type { FundsOverview } from '@truestrike/protocol/funds-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import { ACCOUNT_CLAIMED } from '../accounts/address-claim.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { ActsOfTwo } from '../platform/acts-of-two.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { Outbox } from '../platform/outbox.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { RecordsService } from '../trading/records.service.ts'
import { getLeftAlone, lockMayAdjustAlone } from './decided-alone.store.ts'
import { seedTestMethods } from './deposit-methods.store.ts'
import { createReceiptsService } from './deposit-receipts.service.ts'
import { createDepositsService } from './deposits.service.ts'
import { createFundsConfigService } from './funds-config.service.ts'
import { getFundsRules } from './funds-rules.store.ts'
import { markPayers } from './mark-payers.ts'
import { createMethodsConfigService } from './methods-config.service.ts'
import { createOrderDetailsService } from './order-details.service.ts'
import { createOrderFilesService } from './order-files.service.ts'
import { createOrderListsService } from './order-lists.service.ts'
import { createStepRecorder } from './record-step.ts'
import { createReviewDepositsService } from './review-deposits.service.ts'
import { createReviewReceiptsService } from './review-receipts.service.ts'
import { createReviewWithdrawalsService } from './review-withdrawals.service.ts'
import { createAccountSeal } from './sealed-account.ts'
import { createSecondAdminLimit } from './second-admin-limit.ts'
import { createUserTransfersService } from './user-transfers.service.ts'
import { createWaitingRequests } from './waiting-requests.ts'
import { createWithdrawalAddressesService, removeAddressesOf } from './withdrawal-addresses.service.ts'
import { createWithdrawalsService } from './withdrawals.service.ts'

export interface FundsParts {
  db: Db
  bus: Bus
  clock: Clock
  outbox: Outbox
  secrets: SecretBox
  exports: ListExports
  ledger: LedgerService
  notices: NoticesService
  accounts: Pick<
    Accounts,
    | 'moneyGuard'
    | 'users'
    | 'devices'
    | 'mailMoneyNews'
    | 'mailAddressNews'
    | 'papers'
    | 'files'
    | 'sitePictures'
  >
  trading: { records: Pick<RecordsService, 'withTerms'> }
  administrators: ActsOfTwo
  config: { funds: { mode: 'test' | 'live' } }
}

export type Funds = ReturnType<typeof createFunds>

/** Money that comes and goes, all of it in the real book; `registerFundsRoutes` takes what this returns. */
export function createFunds({ accounts: ofAccounts, trading, outbox, config, ...ground }: FundsParts) {
  const fundsMode = config.funds.mode
  const { moneyGuard, users, devices, mailMoneyNews, papers, files, sitePictures, mailAddressNews } =
    ofAccounts
  const { db, clock, secrets } = ground
  const recorder = createStepRecorder({ ...ground, mailMoneyNews })
  const parts = {
    ...ground,
    fundsMode,
    moneyGuard,
    users,
    devices,
    sitePictures,
    recorder,
    accounts: createAccountSeal(secrets),
  }
  // Saved by whoever had the account before: the owner of its address must not pay out to them by mistake.
  outbox.handle(ACCOUNT_CLAIMED, (sql, payload) => {
    const nowMs = clock.nowMs()
    const { userId, atMs = nowMs } = payload as { userId: string; atMs?: number }
    return removeAddressesOf(sql, BigInt(userId), { beforeMs: atMs, nowMs })
  })
  return {
    deposits: createDepositsService(parts),
    receipts: createReceiptsService({ ...ground, papers, files }),
    withdrawals: createWithdrawalsService(parts),
    addresses: createWithdrawalAddressesService({ ...parts, mailAddressNews }),
    transfers: createUserTransfersService({ ...parts, mailMoneyNews }),
    orderLists: createOrderListsService(parts),
    orderFiles: createOrderFilesService(parts),
    orderDetails: createOrderDetailsService({ ...parts, contracts: trading.records }),
    reviewReceipts: createReviewReceiptsService({ ...ground, files }),
    reviewDeposits: createReviewDepositsService(parts),
    reviewWithdrawals: createReviewWithdrawalsService(parts),
    waiting: createWaitingRequests(db),
    rulesConfig: createFundsConfigService(parts),
    methodsConfig: createMethodsConfigService(parts),
    secondAdminLimit: createSecondAdminLimit(parts),

    /** In the caller's transaction, which holds the sums it depends on. */
    mayAdjustAlone: (sql: Sql, asked: Omit<Parameters<typeof lockMayAdjustAlone>[1], 'nowMs'>) =>
      lockMayAdjustAlone(sql, { ...asked, nowMs: clock.nowMs() }),

    /** How much of this user's practice funds this administrator may still move alone; more takes two. */
    async getAdjustLeft(userId: bigint, adminId: bigint): Promise<bigint> {
      const { adjustMicros } = await getLeftAlone(db, { userId, adminId, nowMs: clock.nowMs() })
      return adjustMicros < 0n ? 0n : adjustMicros
    },

    async getOverview(userId: bigint): Promise<FundsOverview> {
      const [rules, { lock, confirmation, isIdentified }] = await Promise.all([
        getFundsRules(db),
        moneyGuard.describe(userId),
      ])
      return {
        ruleVersion: rules.version,
        deposit: limits(rules.depositMinMicros, rules.depositMaxMicros),
        withdrawal: {
          ...limits(rules.withdrawalMinMicros, rules.withdrawalMaxMicros),
          walletFee: formatMicros(rules.walletFeeMicros),
          bankFeeBps: rules.bankFeeBps,
          bankFeeMin: formatMicros(rules.bankFeeMinMicros),
          identityMissing: rules.identityRequired && !isIdentified,
        },
        transfer: limits(rules.transferMinMicros, rules.transferMaxMicros),
        lockedUntilMs: lock?.untilMs ?? null,
        lockedBy: lock?.change ?? null,
        confirmation,
      }
    },

    /** A new installation in test mode gets methods to try it with; an older one what it lacks. */
    async start(): Promise<void> {
      await markPayers(db, parts.accounts)
      if (fundsMode === 'test') await seedTestMethods(db, clock.nowMs())
    },
  }
}

const limits = (min: bigint, max: bigint) => ({ min: formatMicros(min), max: formatMicros(max) })
