import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../server/src/platform/db.ts'

export interface BenchUser {
  userId: bigint
  token: string
}

const FUNDS_MICROS = 1_000_000_000_000n

/** Users with practice funds and a session bound to the loopback address, made set-based and without passwords. */
export async function seedUsers(db: Db, count: number): Promise<BenchUser[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  const offset = Number(
    (await db.query<{ top: bigint }>('select coalesce(max(id), 0) as top from users'))[0]?.top ?? 0n,
  )
  const names = tokens.map((_, index) => `bench${offset + index}`)
  const uids = tokens.map((_, index) => String(1_000_000_000 + offset + index))
  const rows = await db.query<{ id: bigint }>(
    `insert into users (uid, username, username_key, created_at_ms)
     select u.uid, u.name, u.name, service_now_ms() from unnest($1::text[], $2::text[]) as u (uid, name) returning id`,
    [uids, names],
  )
  const ids = rows.map((row) => row.id)
  await db.query('select ledger_open_user(u.id, $2, service_now_ms()) from unnest($1::bigint[]) as u (id)', [
    ids,
    FUNDS_MICROS,
  ])
  await db.query(
    `insert into user_sessions (user_id, token_sha256, bound_ip, user_agent, ip, created_at_ms, last_seen_at_ms, expires_at_ms)
     select u.id, u.hash, '127.0.0.1', 'bench', '127.0.0.1', service_now_ms(), service_now_ms(), service_now_ms() + 86400000
     from unnest($1::bigint[], $2::bytea[]) as u (id, hash)`,
    [ids, hashes],
  )
  return ids.map((userId, index) => ({ userId, token: tokens[index] ?? '' }))
}
