import { createHash, randomBytes } from 'node:crypto'
import type { FundsApp, FundsUser } from './funds-app.ts'

/**
 * So many users like one there is: his password, a session of their own, practice funds, and real funds by the ledger. Made
 * by statements, thousands in seconds, and without leaving the outbox an event for each.
 */
export async function joinMany(
  app: FundsApp,
  like: FundsUser,
  { count, micros }: { count: number; micros: bigint },
): Promise<FundsUser[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const rows = await app.db.query<{ id: bigint; uid: string; name: string }>(
    `insert into users (uid, username, username_key, password_hash, created_at_ms)
    select (9000000000 + n)::text, 'many_' || n, 'many_' || n, l.password_hash, service_now_ms()
    from users l, generate_series(1, $2::int) n where l.id = $1 returning id, uid, username as name`,
    [like.userId, count],
  )
  const ids = rows.map(({ id }) => id)
  await app.db.query(
    'select ledger_open_user(id, $2, service_now_ms()) from unnest($1::bigint[]) as u (id) order by id',
    [ids, micros],
  )
  await app.db.query(
    `select ledger_post(service_now_ms(), array['real'], array['deposits'], array[null]::bigint[], array['available'],
      array[id], array[$2::bigint], array['test'], array['test']) from unnest($1::bigint[]) as u (id) order by id`,
    [ids, micros],
  )
  await app.db.query(
    `insert into user_sessions (user_id, token_sha256, bound_ip, user_agent, ip, created_at_ms, last_seen_at_ms, expires_at_ms)
    select id, token, '127.0.0.1', 'many', '127.0.0.1', service_now_ms(), service_now_ms(), service_now_ms() + 86400000
    from unnest($1::bigint[], $2::bytea[]) as u (id, token)`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest())],
  )
  return rows.map(({ id, uid, name }, index) => {
    const client = app.client()
    client.token = tokens[index] ?? null
    return { client, userId: id, uid, name, balances: () => app.balancesOf(id) }
  })
}
