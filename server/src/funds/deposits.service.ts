import { DEPOSIT_STEPS, stateAfter } from '@truestrike/core/funds/funds-states.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { parseWalletAddress, type WalletChain } from '@truestrike/core/wallet/wallet-address.ts'
import type { Deposit } from '@truestrike/protocol/funds-endpoints.ts'
import { cleanLine } from '../accounts/profile-texts.ts'
import type { SitePicturesService } from '../accounts/site-pictures.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { parseCursor } from '../platform/row-id.ts'
import { sha256 } from '../platform/secret-token.ts'
import { readTransaction } from './deposit-payment.ts'
import {
  countOpenDepositsOf,
  type DepositRow,
  getDepositByRequest,
  holdDeposit,
  insertDeposit,
  isCreditedByAnother,
  listDepositsOfUser,
  stepDeposit,
} from './deposits.store.ts'
import { getFundsRules } from './funds-rules.store.ts'
import type { OwnQuery } from './order-filter.ts'
import { createPaidMethods } from './paid-methods.ts'
import type { StepRecorder } from './record-step.ts'
import type { AccountSeal, BankAccount } from './sealed-account.ts'
import { assertInRange, readAmount } from './typed-amount.ts'

const PAGE_DEFAULT = 20
/** Requests of one user that wait for a review at once. */
const OPEN_MAX = 5

interface DepositForm {
  requestId: string
  methodId: string
  amount: string
  accountName: string
  accountNumber: string
  bankName?: string
  transactionId?: string
}

interface Parts {
  db: Db
  clock: Clock
  ledger: Pick<LedgerService, 'claimRequest' | 'lockBalances'>
  recorder: StepRecorder
  accounts: AccountSeal
  fundsMode: 'test' | 'live'
  sitePictures: Pick<SitePicturesService, 'addressOf'>
}

/** A user's own deposits: nothing is credited before a reviewer has confirmed it. */
export function createDepositsService(parts: Parts) {
  const { db, clock, ledger, recorder, accounts } = parts
  const methods = createPaidMethods(parts)

  async function insert(sql: Sql, userId: bigint, form: DepositForm, request: RequestInfo): Promise<void> {
    const { requestId, methodId } = form
    // Of two requests at once one sees the other's.
    await ledger.lockBalances(sql, userId)
    const method = await methods.find(sql, methodId)
    if (method === undefined) throw new AppError('DEPOSIT_METHOD_UNKNOWN')
    const account = payerOf(form, method.network)
    const toldRef = readTransaction(method.network, form.transactionId)
    if (toldRef !== null && (await isCreditedByAnother(sql, null, toldRef)))
      throw new AppError('DEPOSIT_TRANSACTION_USED')
    const amountMicros = readAmount(form.amount)
    const rules = await getFundsRules(sql)
    assertInRange(amountMicros, rules.depositMinMicros, rules.depositMaxMicros)
    if ((await countOpenDepositsOf(sql, userId)) >= OPEN_MAX) {
      throw new AppError('DEPOSITS_OPEN', { max: OPEN_MAX })
    }
    const payer = accounts.seal('payer', userId, account)
    const [payerMark] = accounts.marksOf(account)
    const row = { userId, requestId, methodId: method.id, amountMicros, payer, payerMark, toldRef }
    const id = await insertDeposit(sql, row, clock.nowMs())
    await recorder.record(sql, {
      ...{ userId, amountMicros, ref: `deposit:${id}`, action: 'deposit.create', remark: null },
      ...{ state: 'pending', notice: 'deposit-pending' },
      actor: { kind: 'user', id: userId, ip: request.ip },
      newBills: [
        { type: 'deposit', amountMicros, method: method.network ?? method.kind, reference: toldRef },
      ],
    })
  }

  return {
    listMethods: () => methods.list(db),

    /** Errors: those of the endpoint. */
    async create({ userId }: UserPrincipal, form: DepositForm, request: RequestInfo): Promise<Deposit> {
      const { requestId, ...asked } = form
      const bodySha256 = sha256(JSON.stringify(Object.entries(asked).sort()))
      return await db.tx(async (sql) => {
        const claim = { userId, requestId, kind: 'deposit', bodySha256 }
        const claimed = await ledger.claimRequest(sql, claim, clock.nowMs())
        if (claimed === 'mismatch') throw new AppError('IDEMPOTENCY_MISMATCH')
        if (claimed === 'fresh') await insert(sql, userId, form, request)
        const row = await getDepositByRequest(sql, userId, requestId)
        if (row === null) throw new Error('a claimed deposit is not there')
        return toWireDeposit(row)
      })
    },

    /** Its owner takes it back. Errors: DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON. */
    async cancel({ userId }: UserPrincipal, id: bigint | null, request: RequestInfo): Promise<Deposit> {
      return await db.tx(async (sql) => {
        const row = id === null ? null : await holdDeposit(sql, id)
        if (row === null || row.userId !== userId) throw new AppError('DEPOSIT_NOT_FOUND')
        const next = stateAfter(DEPOSIT_STEPS.cancel, row.state)
        if (!next.ok) throw new AppError('REQUEST_TAKEN_ON')
        const nobody = { reviewerId: null, creditedMicros: null, proposedBy: null, proposedMicros: null }
        const change = { ...nobody, state: next.value, paymentRef: null, remark: null }
        await stepDeposit(sql, row.id, change, clock.nowMs())
        await recorder.record(sql, {
          ...{ userId, amountMicros: row.amountMicros, ref: `deposit:${row.id}`, action: 'deposit.cancel' },
          ...{ state: next.value, notice: 'deposit-cancelled', remark: null },
          actor: { kind: 'user', id: userId, ip: request.ip },
          before: { state: row.state },
        })
        return toWireDeposit({ ...row, ...change, endedMs: BigInt(clock.nowMs()) })
      })
    },

    /** A page of a user's own, newest first; `nextCursor` null on the last. */
    async list(userId: bigint, { cursor, limit = PAGE_DEFAULT, which }: OwnQuery) {
      const asked = { userId, beforeId: parseCursor(cursor), open: which === 'open', limit: limit + 1 }
      const rows = await listDepositsOfUser(db, asked)
      const page = rows.slice(0, limit)
      return {
        deposits: page.map(toWireDeposit),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },
  }
}

/** In signs that a reviewer can read; on a network the number is the sender's address. Errors: INVALID_PARAMETERS. */
function payerOf(form: DepositForm, network: WalletChain | null): BankAccount {
  const account = {
    accountName: cleanLine(form.accountName),
    accountNumber: cleanLine(form.accountNumber),
    bankName: cleanLine(form.bankName ?? ''),
  }
  if (account.accountName === '') throw faultyField('accountName', 'minLength')
  if (account.accountNumber === '') throw faultyField('accountNumber', 'minLength')
  if (form.bankName !== undefined && account.bankName === '') throw faultyField('bankName', 'minLength')
  if (network === null) return account
  const address = parseWalletAddress(network, account.accountNumber)
  if (!address.ok) throw faultyField('accountNumber', 'address')
  return { ...account, accountNumber: address.value }
}

export function toWireDeposit(row: DepositRow): Deposit {
  return {
    id: row.id.toString(),
    kind: row.kind,
    network: row.network,
    amount: formatMicros(row.amountMicros),
    // What is noted of one that waits for a second administrator is not said yet.
    transactionId: (row.endedMs === null ? null : row.paymentRef) ?? row.toldRef,
    credited: row.creditedMicros === null ? null : formatMicros(row.creditedMicros),
    state: row.state,
    remark: row.endedMs === null ? null : row.remark,
    createdMs: Number(row.createdMs),
    endedMs: row.endedMs === null ? null : Number(row.endedMs),
    receipt:
      row.receiptType === null
        ? null
        : {
            type: row.receiptType === 'image/jpeg' ? 'picture' : 'pdf',
            uploadedMs: Number(row.receiptMs),
          },
  }
}
