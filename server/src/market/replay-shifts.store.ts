import type { Sql } from '../platform/db.ts'
import type { CategoryShifts } from './replay-plan.ts'

/** The shifts chosen when the replay of this database began; null before. */
export async function readReplayShifts(sql: Sql): Promise<CategoryShifts | null> {
  const rows = await sql.query<{ category: 'crypto' | 'forex'; shift_ms: bigint }>(
    'select category, shift_ms from replay_shifts',
  )
  const crypto = rows.find((row) => row.category === 'crypto')
  const forex = rows.find((row) => row.category === 'forex')
  if (crypto === undefined || forex === undefined) return null
  return { crypto: Number(crypto.shift_ms), forex: Number(forex.shift_ms) }
}

export async function saveReplayShift(
  sql: Sql,
  category: 'crypto' | 'forex',
  shiftMs: number,
): Promise<void> {
  await sql.query(
    `insert into replay_shifts (category, shift_ms) values ($1, $2)
     on conflict (category) do update set shift_ms = excluded.shift_ms`,
    [category, BigInt(shiftMs)],
  )
}
