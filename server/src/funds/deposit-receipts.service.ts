import { createHash } from 'node:crypto'
import type { Deposit } from '@truestrike/protocol/funds-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import { AppError } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Paper, Papers } from '../platform/papers.ts'
import type { RequestInfo, UserPrincipal } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { turnOwner } from '../platform/shared-turns.ts'
import { deleteReceipt, getReceipt, hasReceipt, putReceipt } from './deposit-receipts.store.ts'
import { toWireDeposit } from './deposits.service.ts'
import { type DepositRow, holdDeposit } from './deposits.store.ts'

/** What its file is called when it is saved. */
const KIND = 'receipt'

interface Parts {
  db: Db
  clock: Clock
  secrets: SecretBox
  papers: Papers
  files: Accounts['files']
}

export const receiptContext = (depositId: bigint): string => `receipt:${depositId}`

/** What a user hands in to show that he paid: one for each deposit, his to change until a reviewer takes it on. */
export function createReceiptsService({ db, clock, secrets, papers, files }: Parts) {
  async function open(userId: bigint, name: string): Promise<Paper | null> {
    const depositId = parseRowId(name)
    const row = depositId === null ? null : await getReceipt(db, userId, depositId)
    if (row === null) return null
    const bytes = secrets.openBytes(row.sealed, receiptContext(row.depositId))
    return { contentType: row.contentType, bytes }
  }
  files.add(KIND, open)

  /** Held until the transaction ends. */
  async function holdOwn(sql: Sql, userId: bigint, id: bigint | null): Promise<DepositRow> {
    const row = id === null ? null : await holdDeposit(sql, id)
    if (row === null || row.userId !== userId) throw new AppError('DEPOSIT_NOT_FOUND')
    if (row.state !== 'pending') throw new AppError('REQUEST_TAKEN_ON')
    return row
  }

  return {
    /** Errors: FILE_MISSING, DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON, those of `Papers`. */
    async put(
      { userId }: UserPrincipal,
      id: bigint | null,
      [file]: readonly Uint8Array[],
      { ip }: RequestInfo,
    ): Promise<Deposit> {
      if (file === undefined || file.length === 0) throw new AppError('FILE_MISSING')
      // Before the work of looking through it, and again where it counts.
      await db.tx((sql) => holdOwn(sql, userId, id))
      const owner = turnOwner(ip, `user#${userId}`)
      const { contentType, bytes } = await papers.clean(owner, file)
      const hash = createHash('sha256').update(bytes).digest('hex')
      return await db.tx(async (sql) => {
        const row = await holdOwn(sql, userId, id)
        const atMs = clock.nowMs()
        const sealed = secrets.sealBytes(bytes, receiptContext(row.id))
        await putReceipt(sql, { depositId: row.id, contentType, sealed }, atMs)
        await writeAudit(sql, {
          ...{ atMs, actorKind: 'user', actorId: userId, ip },
          ...{ action: 'deposit.receipt', subject: `deposit:${row.id}`, after: { contentType, hash } },
        })
        return toWireDeposit({ ...row, receiptType: contentType, receiptMs: BigInt(atMs) })
      })
    },

    /** Errors: DEPOSIT_NOT_FOUND, REQUEST_TAKEN_ON. */
    async remove({ userId }: UserPrincipal, id: bigint | null, { ip }: RequestInfo): Promise<Deposit> {
      return await db.tx(async (sql) => {
        const row = await holdOwn(sql, userId, id)
        if (row.receiptType !== null) {
          await deleteReceipt(sql, row.id)
          await writeAudit(sql, {
            ...{ atMs: clock.nowMs(), actorKind: 'user', actorId: userId, ip },
            ...{ action: 'deposit.receipt-removed', subject: `deposit:${row.id}` },
          })
        }
        return toWireDeposit({ ...row, receiptType: null, receiptMs: null })
      })
    },

    /** Where its owner gets it, at any time. Errors: NOT_FOUND. */
    async addressOf(user: UserPrincipal, id: bigint | null) {
      if (id === null || !(await hasReceipt(db, user.userId, id))) throw new AppError('NOT_FOUND')
      return files.addressOf(KIND, id.toString(), user)
    },
  }
}
