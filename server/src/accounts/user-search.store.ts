import type { Sql } from '../platform/db.ts'

/** After every name that begins so, byte by byte. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The user with this number, and those whose name in its folded form begins so, in the order of the names. */
export async function listUsersNamed(
  sql: Sql,
  { uid, beginning, limit }: { uid: string; beginning: string; limit: number },
): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select id from users where uid = $1
    union (
      select id from users where username_key ~>=~ $2 and username_key ~<=~ $3 order by username_key using ~<~ limit $4
    )`,
    [uid, beginning, beginning + LAST_CHARACTER, limit],
  )
  return rows.map(({ id }) => id)
}

/** Characters of a run: shorter texts are found at the beginning alone (0076-search-within-words.sql). */
export const RUN_LENGTH = 3

/** Those whose name in its folded form holds the text anywhere, in no order. */
export async function listUsersHolding(sql: Sql, text: string, limit: number): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    `select id from users
     where search_runs(username_key) @> search_runs($1::text) and strpos(username_key, $1::text) > 0 limit $2`,
    [text, limit],
  )
  return rows.map(({ id }) => id)
}
