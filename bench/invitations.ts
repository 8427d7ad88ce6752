// Invitations on PostgreSQL with a million users, each invited by one before: what counting three generations adds to a
// registration, whether that stays the same from the first users to the last, and what a screen and a recount take.
import { findWrongCounts, listCounts, listInvitees } from '../server/src/invitations/invitations.store.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { openPostgres } from '../server/src/platform/postgres-db.ts'
import { createDatabase } from './bench-process.ts'
import { quantile } from './http-load.ts'
import { printTable } from './print-table.ts'

const USERS = Number(process.env.BENCH_USERS ?? 1_000_000)
const AT_ONCE = 50_000
/** Registrations of each table that are timed, one after the other as they happen. */
const SAMPLE = 2_000
const LOOKS = 200
/** Every so many were invited by the first user: one with very many. */
const BY_THE_FIRST = 10

const postgres = createDatabase()
const db = await openPostgres(postgres.url)
await migrate(db)

let made = 0

/** So many more users; each was invited by any older one. */
async function makeUsers(count: number): Promise<void> {
  await db.query(
    `insert into users (id, uid, username, username_key, created_at_ms, referred_by) overriding system value
    select i, (1000000000 + i)::text, 'bench' || i, 'bench' || i, i,
      case when i = 1 then null when i % $3 = 0 then 1 else 1 + (i::bigint * 7919) % (i - 1) end
    from generate_series($1::int, $2::int) as i order by i`,
    [made + 1, made + count, BY_THE_FIRST],
  )
  made += count
}

const counting = (on: boolean): Promise<void> =>
  db.exec(`alter table users ${on ? 'enable' : 'disable'} trigger users_count_invited`)

/** Up to so many users, counted together in the end. */
async function fill(users: number): Promise<void> {
  await counting(false)
  while (made < users) await makeUsers(Math.min(AT_ONCE, users - made))
  await db.exec(`truncate invitation_counts;
    with recursive line as (
      select referred_by as above, 1 as generation from users where referred_by is not null
      union all
      select u.referred_by, line.generation + 1 from line join users u on u.id = line.above
      where line.generation < 3 and u.referred_by is not null
    )
    insert into invitation_counts (user_id, generation, members, certified)
    select above, generation, count(*), 0 from line group by above, generation`)
  for (const table of ['users', 'invitation_counts']) await db.exec(`vacuum analyze ${table}`)
  await counting(true)
}

/** Milliseconds of a registration's row, counted or not. */
async function registration(): Promise<number> {
  const beganAt = performance.now()
  for (let done = 0; done < SAMPLE; done += 1) await makeUsers(1)
  return (performance.now() - beganAt) / SAMPLE
}

const micros = (ms: number): string => `${(ms * 1_000).toFixed(0)} µs`

async function looks(userId: bigint): Promise<number> {
  const times: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const beganAt = performance.now()
    await Promise.all([
      listCounts(db, userId),
      listInvitees(db, { userId, untilMs: Number.MAX_SAFE_INTEGER, skip: 0, limit: 21 }),
    ])
    times.push(performance.now() - beganAt)
  }
  return quantile(times, 0.99)
}

try {
  await fill(USERS / 100)
  const few = await registration()
  const fewLooks = await looks(1n)
  await fill(USERS - SAMPLE)
  const many = await registration()
  const manyLooks = await looks(1n)
  const beganAt = performance.now()
  const wrong = await findWrongCounts(db)
  const recount = performance.now() - beganAt
  if (wrong.length > 0) throw new Error(`the recount differs: ${wrong[0]}`)
  await counting(false)
  const uncounted = await registration()
  const [row] = await db.query<{ n: bigint; most: bigint }>(
    `select (select count(*) from users) as n, (select max(members) from invitation_counts) as most`,
  )
  printTable(`Invitations, ${row?.n} users, the first with ${row?.most} in one generation`, [
    { what: 'row of a registration, not counted', figure: micros(uncounted), ratio: '' },
    {
      what: 'counted, with few users',
      figure: micros(few),
      ratio: `${(few / uncounted).toFixed(2)} of not counted`,
    },
    { what: 'counted, with all of them', figure: micros(many), ratio: `${(many / few).toFixed(2)} of few` },
    { what: 'screen of the first, p99, few users', figure: `${fewLooks.toFixed(1)} ms`, ratio: '' },
    {
      what: 'and with all of them',
      figure: `${manyLooks.toFixed(1)} ms`,
      ratio: `${(manyLooks / fewLooks).toFixed(2)} of few`,
    },
    { what: 'recount of all, nothing wrong', figure: `${(recount / 1_000).toFixed(1)} s`, ratio: '' },
  ])
} finally {
  await db.close()
  postgres.drop()
}
