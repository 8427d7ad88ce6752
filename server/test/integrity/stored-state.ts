import type { Db } from '../../src/platform/db.ts'

/** All that belongs to money and contracts, and what is told of them, as one text: two equal ones, nothing has changed. */
export async function storedState(db: Db): Promise<string> {
  const parts = await Promise.all(
    [
      `select c::text as row from contracts c order by c.id`,
      `select b::text as row from user_balances b order by b.user_id, b.book`,
      `select book || ' ' || account || ' ' || sum(balance_micros) as row from system_balances group by book, account order by 1`,
      `select t::text as row from transfers t order by t.id`,
      `select b::text as row from bills b order by b.id`,
      `select n::text as row from notices n order by n.id`,
      `select e::text as row from exposure_buckets e where up_stake_micros + down_stake_micros > 0 order by 1`,
      `select a.id || ' ' || a.last_id as row from acceptance_batches a order by a.id`,
      `select o.topic || ' ' || o.payload as row from outbox o order by o.id`,
      `select m::text as row from monthly_contracts m order by 1`,
      `select e::text as row from cancelled_by_entry e order by 1`,
    ].map((text) => db.query<{ row: string }>(text)),
  )
  return parts.map((rows) => rows.map(({ row }) => row).join('\n')).join('\n\n')
}

/** What all users own together in a book, whether or not it is bound in a contract. */
export async function ownedByUsers(db: Db): Promise<bigint> {
  const [row] = await db.query<{ sum: bigint }>(
    'select coalesce(sum(available_micros + in_position_micros + frozen_micros), 0)::bigint as sum from user_balances',
  )
  return row?.sum ?? 0n
}
