import { ensure } from '@truestrike/core/assert.ts'
import type { FundsState } from '@truestrike/core/funds/funds-states.ts'
import type { Sql } from '../platform/db.ts'
import {
  type MethodCondition,
  type OrderFilter,
  type OrderPage,
  type OrderTotals,
  type OwnPage,
  orderStatement,
  totalsStatement,
  wholeTotals,
} from './order-filter.ts'
import { lockPayment } from './payment-lock.ts'

/** Where a withdrawal is to be paid to. */
export interface PayoutTarget {
  method: 'wallet' | 'bank'
  network: 'eth' | 'tron' | null
  address: string | null
  /** Sealed. */
  payee: string | null
}

/** By which network a withdrawal goes to a wallet, or that it goes to a bank. */
export type PayoutWay = 'bank' | 'eth' | 'tron'

export interface WithdrawalRow extends PayoutTarget {
  id: bigint
  userId: bigint
  requestId: string
  amountMicros: bigint
  feeMicros: bigint
  ruleVersion: number
  state: FundsState
  version: number
  reviewerId: bigint | null
  approvedBy: bigint | null
  approvedMs: bigint | null
  paidBy: bigint | null
  payoutRef: string | null
  remark: string | null
  createdMs: bigint
  endedMs: bigint | null
  /** When the payout came back. */
  returnedMs: bigint | null
  returnedBy: bigint | null
  returnRemark: string | null
  /** When what had been given back was found to have been paid out. */
  correctedMs: bigint | null
  correctedBy: bigint | null
  correctionRef: string | null
  correctionRemark: string | null
  /** What the user no longer had of it. */
  shortfallMicros: bigint | null
}

const WITHDRAWALS = `select w.id, w.user_id as "userId", w.request_id as "requestId", w.method, w.network, w.address,
    w.payee, w.amount_micros as "amountMicros", w.fee_micros as "feeMicros", w.rule_version as "ruleVersion", w.state,
    w.version, w.reviewer_id as "reviewerId", w.approved_by as "approvedBy", w.approved_ms as "approvedMs",
    w.paid_by as "paidBy", w.payout_ref as "payoutRef", w.remark, w.created_ms as "createdMs",
    w.ended_ms as "endedMs", r.created_ms as "returnedMs", r.admin_id as "returnedBy", r.remark as "returnRemark",
    c.created_ms as "correctedMs", c.admin_id as "correctedBy", c.payout_ref as "correctionRef",
    c.remark as "correctionRemark", c.actual_micros - c.taken_micros as "shortfallMicros"
  from withdrawals w left join withdrawal_returns r on r.withdrawal_id = w.id
    left join withdrawal_corrections c on c.withdrawal_id = w.id`

export async function insertWithdrawal(
  sql: Sql,
  row: PayoutTarget &
    Pick<WithdrawalRow, 'userId' | 'requestId' | 'amountMicros' | 'feeMicros' | 'ruleVersion'>,
  nowMs: number,
): Promise<bigint> {
  const [inserted] = await sql.query<{ id: bigint }>(
    `insert into withdrawals (user_id, request_id, method, network, address, payee, amount_micros, fee_micros,
      rule_version, created_ms, updated_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`,
    [
      row.userId,
      row.requestId,
      row.method,
      row.network,
      row.address,
      row.payee,
      row.amountMicros,
      row.feeMicros,
      row.ruleVersion,
      nowMs,
    ],
  )
  return ensure(inserted).id
}

export async function getWithdrawalByRequest(
  sql: Sql,
  userId: bigint,
  requestId: string,
): Promise<WithdrawalRow | null> {
  const [row] = await sql.query<WithdrawalRow>(`${WITHDRAWALS} where w.user_id = $1 and w.request_id = $2`, [
    userId,
    requestId,
  ])
  return row ?? null
}

export async function getWithdrawal(sql: Sql, id: bigint): Promise<WithdrawalRow | null> {
  const [row] = await sql.query<WithdrawalRow>(`${WITHDRAWALS} where w.id = $1`, [id])
  return row ?? null
}

export function listWithdrawalsById(sql: Sql, ids: readonly bigint[]): Promise<WithdrawalRow[]> {
  return sql.query<WithdrawalRow>(`${WITHDRAWALS} where w.id = any ($1::bigint[]) order by w.id`, [[...ids]])
}

/** Holds it until the transaction ends: of two who act at once the second sees what the first did. */
export async function holdWithdrawal(sql: Sql, id: bigint): Promise<WithdrawalRow | null> {
  await sql.query('select 1 from withdrawals where id = $1 for update', [id])
  // Read anew, now that it is held: a return written meanwhile is seen too.
  return await getWithdrawal(sql, id)
}

/** A user's own, newest first. */
export function listWithdrawalsOfUser(
  sql: Sql,
  { userId, beforeId, open, limit }: OwnPage,
): Promise<WithdrawalRow[]> {
  return sql.query<WithdrawalRow>(
    `${WITHDRAWALS} where w.user_id = $1 and ($2::bigint is null or w.id < $2) and (not $4 or w.ended_ms is null)
    order by w.id desc limit $3`,
    [userId, beforeId, limit, open],
  )
}

const wayOf = ({ method }: OrderFilter<PayoutWay>): MethodCondition | null =>
  method === null ? null : { column: 'coalesce(w.network, w.method)', type: 'text', values: [method] }

/** For review. */
export function listWithdrawalsToReview(
  sql: Sql,
  filter: OrderFilter<PayoutWay>,
  page: OrderPage,
): Promise<WithdrawalRow[]> {
  const { text, params } = orderStatement({ select: WITHDRAWALS, row: 'w' }, filter, page, wayOf(filter))
  return sql.query<WithdrawalRow>(text, params)
}

/** Of what is listed for review; null: too many. */
export async function sumWithdrawalsToReview(
  sql: Sql,
  filter: OrderFilter<PayoutWay>,
): Promise<OrderTotals | null> {
  const { text, params } = totalsStatement({ table: 'withdrawals', row: 'w' }, filter, wayOf(filter))
  const [row] = await sql.query<OrderTotals>(text, params)
  return wholeTotals(ensure(row))
}

/** Those a decision is waited for, and how many of them a reviewer has taken on. */
export async function countOpenWithdrawals(sql: Sql): Promise<{ count: number; processing: number }> {
  const [row] = await sql.query<{ count: number; processing: number }>(
    `select count(*)::int4 as count, count(*) filter (where state = 'processing')::int4 as processing
    from withdrawals where state in ('pending', 'processing')`,
  )
  return ensure(row)
}

/** Undecided ones above an amount, and not above another. */
export async function countWaitingBetween(sql: Sql, above: bigint, upTo: bigint): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int4 as count
    from (select state, amount_micros from withdrawals union all select state, amount_micros from deposits) orders
    where state in ('pending', 'processing') and amount_micros > $1 and amount_micros <= $2`,
    [above, upTo],
  )
  return ensure(row).count
}

export type WithdrawalChange = Pick<
  WithdrawalRow,
  'state' | 'reviewerId' | 'approvedBy' | 'approvedMs' | 'paidBy' | 'payoutRef' | 'remark'
>

/** One step of one that is held. */
export async function stepWithdrawal(
  sql: Sql,
  id: bigint,
  change: WithdrawalChange,
  nowMs: number,
): Promise<void> {
  await sql.query(
    `update withdrawals set state = $2::text, reviewer_id = $3, approved_by = $4, approved_ms = $5, paid_by = $6,
      payout_ref = $7, remark = $8, version = version + 1, updated_ms = $9,
      ended_ms = case when $2::text in ('completed', 'rejected', 'failed') then $9::bigint end
    where id = $1`,
    [
      id,
      change.state,
      change.reviewerId,
      change.approvedBy,
      change.approvedMs,
      change.paidBy,
      change.payoutRef,
      change.remark,
      nowMs,
    ],
  )
}

/** False: it came back before. */
export async function insertReturn(
  sql: Sql,
  { id, userId, amountMicros, feeMicros }: WithdrawalRow,
  { adminId, remark }: { adminId: bigint; remark: string },
  nowMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into withdrawal_returns (withdrawal_id, user_id, actual_micros, fee_micros, remark, admin_id, created_ms)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (withdrawal_id) do nothing returning 1`,
    [id, userId, amountMicros - feeMicros, feeMicros, remark, adminId, nowMs],
  )
  return rows.length > 0
}

/** What a correction takes of a payout that had been given back. */
export interface NewCorrection {
  adminId: bigint
  payoutRef: string
  remark: string
  actualMicros: bigint
  takenMicros: bigint
  feeMicros: bigint
}

/** False: it was corrected before. */
export async function insertCorrection(
  sql: Sql,
  { id, userId }: WithdrawalRow,
  correction: NewCorrection,
  nowMs: number,
): Promise<boolean> {
  const { adminId, payoutRef, remark, actualMicros, takenMicros, feeMicros } = correction
  const rows = await sql.query(
    `insert into withdrawal_corrections (withdrawal_id, user_id, payout_ref, actual_micros, taken_micros, fee_micros,
      remark, admin_id, created_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (withdrawal_id) do nothing returning 1`,
    [id, userId, payoutRef, actualMicros, takenMicros, feeMicros, remark, adminId, nowMs],
  )
  return rows.length > 0
}

/** Whether another withdrawal over the same network was paid by this transaction. Payments wait for each other here. */
export async function isPaidByAnother(
  sql: Sql,
  { id, network }: WithdrawalRow,
  payoutRef: string,
): Promise<boolean> {
  await lockPayment(sql, 'payout', payoutRef)
  const rows = await sql.query(
    `select 1 from withdrawals w where w.payout_ref = $3 and w.network = $2 and w.id <> $1
    union all
    select 1 from withdrawal_corrections c join withdrawals w on w.id = c.withdrawal_id
    where c.payout_ref = $3 and w.network = $2 and w.id <> $1 limit 1`,
    [id, network, payoutRef],
  )
  return rows.length > 0
}

type Before = Pick<WithdrawalRow, 'id' | 'userId'>

/** What was paid to the user before this one and did not come back, oldest first. */
export function listPaidBefore(
  sql: Sql,
  { id, userId }: Before,
): Promise<Pick<WithdrawalRow, 'network' | 'address' | 'payee' | 'createdMs'>[]> {
  return sql.query(
    `select w.network, w.address, w.payee, w.created_ms as "createdMs"
    from withdrawals w left join withdrawal_returns r on r.withdrawal_id = w.id
      left join withdrawal_corrections c on c.withdrawal_id = w.id
    where w.user_id = $1 and w.id < $2 and (w.state = 'completed' and r.id is null or c.id is not null) order by w.id`,
    [userId, id],
  )
}
