import type { Sql } from '../platform/db.ts'
import type { Book } from './balances.store.ts'

type BillType = 'deposit' | 'withdraw' | 'profit' | 'loss' | 'fee' | 'transfer' | 'adjustment'
type BillStatus = 'processing' | 'completed' | 'rejected' | 'failed' | 'pending'

export interface NewBill {
  userId: bigint
  book: Book
  type: BillType
  status: BillStatus
  /** Signed: what it adds to or takes from the user's total, once it is completed. */
  amountMicros: bigint
  method: string | null
  remark: string | null
  /** What it tells of, such as `deposit:17`. */
  ref: string
  /** What identifies the payment outside of this site. */
  reference?: string | null
}

export interface BillRow {
  id: bigint
  type: BillType
  status: BillStatus
  amountMicros: bigint
  symbol: string | null
  method: string | null
  remark: string | null
  ref: string
  /** What identifies the payment outside of this site; null: nothing does (yet), or it was not recorded. */
  reference: string | null
  createdMs: bigint
  completedMs: bigint | null
}

/** In the transaction that moves the money, or begins to. */
export async function insertBills(sql: Sql, bills: readonly NewBill[], nowMs: number): Promise<void> {
  await sql.query(
    `insert into bills (user_id, book, type, status, amount_micros, method, remark, ref, reference, created_ms, completed_ms)
    select u.user_id, u.book, u.type, u.status, u.amount, u.method, u.remark, u.ref, u.reference, $9,
      case when u.status in ('completed', 'rejected', 'failed') then $9::bigint end
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
      $10::text[]) with ordinality as u (user_id, book, type, status, amount, method, remark, ref, reference, ord)
    order by u.ord`,
    [
      bills.map(({ userId }) => userId),
      bills.map(({ book }) => book),
      bills.map(({ type }) => type),
      bills.map(({ status }) => status),
      bills.map(({ amountMicros }) => amountMicros),
      bills.map(({ method }) => method),
      bills.map(({ remark }) => remark),
      bills.map(({ ref }) => ref),
      nowMs,
      bills.map(({ reference }) => reference ?? null),
    ],
  )
}

export interface BillStep {
  ref: string
  status: BillStatus
  remark: string | null
  /** What identifies the payment outside, once it is known. */
  reference?: string | null
  /** Another amount than was asked for; the same one otherwise. */
  amountMicros?: bigint
}

/** What became of a request; all its bills follow. */
export async function moveBills(sql: Sql, step: BillStep, nowMs: number): Promise<void> {
  await sql.query(
    `update bills set status = $2::text, remark = $3, amount_micros = coalesce($4::bigint, amount_micros),
      reference = coalesce($6::text, reference),
      completed_ms = case when $2::text in ('completed', 'rejected', 'failed') then $5::bigint end
    where ref = $1 and type in ('deposit', 'withdraw', 'fee', 'transfer')`,
    [step.ref, step.status, step.remark, step.amountMicros ?? null, nowMs, step.reference ?? null],
  )
}

export interface BillFilter {
  userId: bigint
  book: Book
  type?: BillType | undefined
  /** As bills are called (`billState`). */
  status?: BillStatus | 'cancelled' | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  /** Only what comes after this one, newest first. */
  after?: { createdMs: bigint; id: bigint } | undefined
  limit: number
}

const BILL_COLUMNS = `id, type, status, amount_micros as "amountMicros", symbol, method, remark, ref, reference,
  created_ms as "createdMs", completed_ms as "completedMs"`

/** Newest first. Conditions left out are left out of the statement too, so that the index of the user's bills is used. */
export function billsQuery(filter: BillFilter): { text: string; params: (string | number | bigint)[] } {
  const params: (string | number | bigint)[] = [filter.userId, filter.book]
  const conditions = ['user_id = $1', 'book = $2']
  const add = (value: string | number | undefined, condition: (at: string) => string): void => {
    if (value === undefined) return
    params.push(value)
    conditions.push(condition(`$${params.length}`))
  }
  add(filter.type, (at) => `type = ${at}`)
  add(filter.status === 'cancelled' ? 'failed' : filter.status, (at) => `status = ${at}`)
  if (filter.status === 'cancelled') conditions.push(`type = 'deposit'`)
  if (filter.status === 'failed') conditions.push(`type <> 'deposit'`)
  add(filter.fromMs, (at) => `created_ms >= ${at}`)
  add(filter.toMs, (at) => `created_ms <= ${at}`)
  if (filter.after !== undefined) {
    params.push(filter.after.createdMs, filter.after.id)
    conditions.push(`(created_ms, id) < ($${params.length - 1}, $${params.length})`)
  }
  params.push(filter.limit)
  const text = `select ${BILL_COLUMNS} from bills where ${conditions.join(' and ')}
    order by created_ms desc, id desc limit $${params.length}`
  return { text, params }
}

export function listBills(sql: Sql, filter: BillFilter): Promise<BillRow[]> {
  const { text, params } = billsQuery(filter)
  return sql.query<BillRow>(text, params)
}

/** What contracts of a user and book brought since a time, and what all other bills that were completed since did. */
export async function sumCompletedBills(
  sql: Sql,
  { userId, book, sinceMs }: { userId: bigint; book: Book; sinceMs: number },
): Promise<{ resultMicros: bigint; otherMicros: bigint }> {
  const [row] = await sql.query<{ resultMicros: bigint; otherMicros: bigint }>(
    // Results of contracts are completed when they are made; requests may have been made long before.
    `select (
      select coalesce(sum(amount_micros), 0) from bills
      where user_id = $1 and book = $2 and created_ms > $3 and type in ('profit', 'loss')
    )::bigint as "resultMicros", (
      select coalesce(sum(amount_micros), 0) from bills where user_id = $1 and book = $2 and completed_ms > $3
        and type in ('deposit', 'withdraw', 'fee', 'transfer', 'adjustment') and status = 'completed'
    )::bigint as "otherMicros"`,
    [userId, book, sinceMs],
  )
  return row ?? { resultMicros: 0n, otherMicros: 0n }
}
