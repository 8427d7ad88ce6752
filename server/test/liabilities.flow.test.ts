import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyLiability } from '@truestrike/core/proof/verify-liability.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import {
  getMyLiability,
  listLiabilities,
  type MyLiability,
} from '@truestrike/protocol/liability-endpoints.ts'
import { afterEach, expect, test } from 'vitest'
import { listUids } from '../src/accounts/users.store.ts'
import { createLedgerService } from '../src/ledger/ledger.service.ts'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { postTransfers } from '../src/ledger/transfers.store.ts'
import { createLiabilitiesService } from '../src/liabilities/liabilities.service.ts'
import { createTreeMaker, type TreeMakers } from '../src/liabilities/make-trees.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { createFailingDb } from './market-rig.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'
import { createTradingApp, START_PRICE } from './trading-app.ts'

let app: TestApp
afterEach(() => app.close())

const MIDNIGHT_MS = Date.UTC(2026, 0, 6)
const DAY_MS = 86_400_000
const DEMO_MICROS = 10_000_000_000n

const mine = (client: TestClient, query: { book: 'demo' | 'real'; day?: string }): Promise<MyLiability> =>
  client.ok(getMyLiability, { query })

/** As a browser has it, with keys it took elsewhere. */
function verdictOn({ liability }: MyLiability): string {
  const keys = unwrap(parseSiteKeys(app.signer.keysFile()))
  const verdict = verifyLiability(liability, keys)
  return verdict.ok ? 'good' : verdict.code
}

function deposit(userId: bigint, amountMicros: bigint, db: Db = app.db): Promise<void> {
  const transfer = { debit: { account: 'deposits' }, credit: { account: 'available', userId } } as const
  return postTransfers(db, [{ ...transfer, book: 'real', amountMicros, kind: 'deposit', ref: 'test:1' }], 1)
}

/** As a withdrawal does: what is held for it is still owed. */
function freeze(userId: bigint, amountMicros: bigint): Promise<void> {
  const transfer = { debit: { account: 'available', userId }, credit: { account: 'frozen', userId } } as const
  return postTransfers(
    app.db,
    [{ ...transfer, book: 'real', amountMicros, kind: 'freeze', ref: 'test:2' }],
    1,
  )
}

/** Users with practice funds, as registration makes them, many at once. */
async function addUsers(count: number): Promise<{ userId: bigint; uid: string }[]> {
  const users = await app.db.query<{ userId: bigint; uid: string }>(
    `insert into users (uid, username, username_key, created_at_ms)
     select (5000000000 + n)::text, 'user' || n, 'user' || n, 1 from generate_series(1, $1::int) n
     returning id as "userId", uid`,
    [count],
  )
  await app.db.query('select ledger_open_user(id, $1, 1) from users where username like $2', [
    DEMO_MICROS,
    'user%',
  ])
  return users
}

/** Moves service time without running what waits for it: days at once. */
async function moveTo(ms: number): Promise<void> {
  nowMs = ms
  await app.db.query('update service_clock set fixed_ms = $1', [ms])
}
let nowMs = 0

/** An app that does nothing by itself, at a time. */
async function openApp(startMs: number): Promise<void> {
  app = await createTestApp({ startMs })
  await moveTo(startMs)
}

/** What makes trees, as a process of its own has it. */
function makerOf(changes: Partial<TreeMakers> = {}): () => Promise<void> {
  const { db, clock, signer } = app
  const ledger = createLedgerService({ db, clock })
  return createTreeMaker({
    ...{
      db,
      clock: { ...clock, nowMs: () => nowMs },
      signer,
      ledger,
      random: systemRandom,
      uidsOf: listUids,
      owner: 'one',
    },
    ...changes,
  })
}

const rowsOf = async (): Promise<Record<string, bigint>> => {
  const counts: Record<string, bigint> = {}
  for (const table of ['liability_trees', 'liability_leaves', 'liability_shares']) {
    const [row] = await app.db.query<{ n: bigint }>(`select count(*) as n from ${table}`)
    counts[table] = ensure(row).n
  }
  return counts
}

test('[P4] every day everyone finds his balance, stakes and open withdrawals included, in a signed total that is the ledger’s', async () => {
  const trading = await createTradingApp({ startMs: MIDNIGHT_MS - 12_000 })
  app = trading
  const [anna, berta] = [await trading.trader('anna'), await trading.trader('berta')]
  await anna.place({ stake: '7.5' })
  await deposit(berta.userId, 12_345_678n)
  await freeze(berta.userId, 2_000_000n)
  await trading.run(10_000, START_PRICE)
  // It began before midnight: that day has its trees too, of when it began.
  expect((await mine(anna.client, { book: 'demo' })).root).toMatchObject({ day: '2026-01-05' })
  await trading.run(25_000, START_PRICE)
  for (const { client } of [anna, berta]) {
    const { uid, balances } = await client.ok(getUserInfo)
    const found = await mine(client, { book: 'demo' })
    expect(found).toMatchObject({ state: 'counted', liability: { uid, balance: balances.demo.total } })
    expect(verdictOn(found)).toBe('good')
  }
  const real = await mine(berta.client, { book: 'real' })
  expect([verdictOn(real), real.liability?.balance]).toEqual(['good', '12.345678'])
  expect(await mine(anna.client, { book: 'real' })).toMatchObject({
    state: 'nothing',
    root: real.root,
    liability: null,
  })
  const { books } = await auditLedger(app.db)
  for (const book of ['demo', 'real'] as const) {
    const { roots } = await app.client().ok(listLiabilities, { query: { book } })
    expect(roots.map(({ day }) => day)).toEqual(['2026-01-05', '2026-01-06'])
    const users = ensure(books.find((entry) => entry.book === book && entry.account === 'users'))
    expect(roots[1]?.total).toBe(formatMicros(users.micros))
  }
  // Nothing of one user is in what another one is shown.
  const shown = JSON.stringify(await mine(anna.client, { book: 'demo' }))
  const other = ensure((await mine(berta.client, { book: 'demo' })).liability)
  expect(shown).not.toContain(other.uid)
  for (const { salt } of other.parts) expect(shown).not.toContain(salt)
  expect(app.logged).toEqual([])
}, 120_000)

test('[P4] a tree of many rows leads everyone to one root; the newest, a day, and pages of roots are told', async () => {
  await openApp(MIDNIGHT_MS + 5_000)
  const users = await addUsers(1_300)
  await deposit(ensure(users[7]).userId, 1n)
  await makerOf()()
  const service = createLiabilitiesService(app)
  const places = new Set<number>()
  for (const user of users.filter((_, index) => index % 43 === 0)) {
    const found = await service.showMine(user, { book: 'demo' })
    expect(verdictOn(found)).toBe('good')
    for (const { index } of ensure(found.liability).parts) places.add(Math.floor(index / 1_024))
  }
  expect([...places].sort()).toEqual([0, 1, 2])
  const one = await service.showMine(ensure(users[7]), { book: 'real' })
  expect([verdictOn(one), one.root?.count, one.liability?.balance]).toEqual(['good', 2, '0.000001'])
  const stranger = { userId: 1_000_000n, uid: '1111111111' }
  expect((await service.showMine(stranger, { book: 'demo' })).state).toBe('nothing')

  await moveTo(MIDNIGHT_MS + DAY_MS)
  await makerOf()()
  const query = { book: 'demo', fromDay: '2026-01-01', limit: 1 } as const
  const first = await app.client().ok(listLiabilities, { query })
  const second = await app
    .client()
    .ok(listLiabilities, { query: { ...query, fromDay: ensure(first.nextDay) } })
  expect([...first.roots, ...second.roots].map(({ day }) => day)).toEqual(['2026-01-06', '2026-01-07'])
  expect((await service.showMine(ensure(users[0]), { book: 'demo', day: '2026-01-06' })).root).toEqual(
    first.roots[0],
  )
  expect(await service.showMine(ensure(users[0]), { book: 'demo', day: '2025-01-01' })).toMatchObject({
    state: 'none',
  })
  expect(await app.client().refused(listLiabilities, { query: { ...query, fromDay: '2026-02-30' } })).toBe(
    'INVALID_PARAMETERS',
  )
}, 120_000)

test('[P4] after thirty days the root is kept, and who had what is not', async () => {
  await openApp(MIDNIGHT_MS)
  const [user] = await addUsers(3)
  const make = makerOf()
  await make()
  await moveTo(MIDNIGHT_MS + 31 * DAY_MS)
  await make()
  const service = createLiabilitiesService(app)
  const found = await service.showMine(ensure(user), { book: 'demo', day: '2026-01-06' })
  expect(found).toMatchObject({ state: 'forgotten', liability: null, root: { total: '30000.00' } })
  expect(await rowsOf()).toEqual({ liability_trees: 4n, liability_leaves: 1n, liability_shares: 1n })
})

/** Dies at one of its statements: nothing of that transaction, and nothing after it, happens. */
function dyingDb(db: Db, atStatement: number): Db & { statements: number } {
  const dying = { ...db, statements: 0 }
  const watched = (sql: Pick<Tx, 'query' | 'exec'>): Tx => ({
    exec: (script) => sql.exec(script),
    query: (text, params) => {
      dying.statements += 1
      if (dying.statements > atStatement) throw new Error('killed')
      return sql.query(text, params)
    },
  })
  return Object.assign(dying, {
    kind: db.kind,
    query: watched(db).query,
    tx: <T>(work: (sql: Tx) => Promise<T>) => db.tx((sql) => work(watched(sql))),
  })
}

test('[P4] killed at any statement a tree is there whole or not at all, and is made when the process is back', async () => {
  await openApp(MIDNIGHT_MS + 5_000)
  await addUsers(3)
  let killed = 0
  for (let statement = 0; ; statement += 1) {
    const db = dyingDb(app.db, statement)
    const outcome = await makerOf({ db, owner: `process ${statement}` })().then(
      () => 'done',
      (error: Error) => error.message,
    )
    const rows = await rowsOf()
    const [trees, leaves] = [rows.liability_trees ?? 0n, rows.liability_leaves ?? 0n]
    // Practice funds of three users are one row of leaves, the empty real book is none.
    expect([trees === 0n ? 0n : 1n, rows.liability_shares]).toEqual([leaves, leaves])
    // The dead one's claim is left to time.
    await app.db.query('update liability_claims set until_db_ms = 0')
    if (outcome === 'done') break
    expect(outcome).toBe('killed')
    killed += 1
  }
  expect(killed).toBeGreaterThan(8)
  expect(await rowsOf()).toEqual({ liability_trees: 2n, liability_leaves: 1n, liability_shares: 1n })
})

test('[P4] a lost answer of the commit, and two processes at once, leave one tree a book', async () => {
  await openApp(MIDNIGHT_MS + 5_000)
  await addUsers(3)
  const db = createFailingDb(app.db)
  const make = makerOf({ db })
  db.failing = 'after'
  await expect(make()).rejects.toThrow('the answer was lost')
  db.failing = 'no'
  await make()
  const { roots } = await app.client().ok(listLiabilities, { query: { book: 'demo' } })
  expect(roots).toHaveLength(1)

  await moveTo(MIDNIGHT_MS + DAY_MS)
  const makers = ['two', 'three', 'four'].map((owner) => makerOf({ owner }))
  await Promise.all(makers.map((run) => run()))
  expect(await rowsOf()).toEqual({ liability_trees: 4n, liability_leaves: 2n, liability_shares: 2n })
})

test('[F8] [P4] balances that do not agree with the ledger are not signed', async () => {
  await openApp(MIDNIGHT_MS + 5_000)
  await addUsers(3)
  await app.db.query(`update user_balances set available_micros = available_micros - 1 where book = 'demo'`)
  await expect(makerOf()()).rejects.toThrow('do not sum to zero')
  expect(await rowsOf()).toEqual({ liability_trees: 0n, liability_leaves: 0n, liability_shares: 0n })
})

test.runIf(testDatabaseUrl !== undefined)(
  '[P4] money that moves while balances are read is in none of them; one process works, the others leave it to it',
  async () => {
    await openApp(MIDNIGHT_MS + 5_000)
    const users = await addUsers(4)
    const { sumBook, pageBalances } = createLedgerService(app)
    const moving = {
      sumBook: async (...args: Parameters<typeof sumBook>) => {
        const sum = await sumBook(...args)
        for (const { userId } of users) await deposit(userId, 1_000_000n)
        return sum
      },
      pageBalances,
    }
    await makerOf({ ledger: moving })()
    const { roots } = await app.client().ok(listLiabilities, { query: { book: 'real' } })
    // Those of the first book's reading; the ones that came during its own are not there.
    expect(roots.map(({ total, count }) => [total, count])).toEqual([['4.00', 8]])

    await moveTo(MIDNIGHT_MS + DAY_MS)
    let readings = 0
    const counted = {
      pageBalances,
      sumBook: (...args: Parameters<typeof sumBook>) => {
        readings += 1
        return sumBook(...args)
      },
    }
    await Promise.all(['two', 'three', 'four'].map((owner) => makerOf({ owner, ledger: counted })()))
    expect(readings).toBe(2)

    await moveTo(MIDNIGHT_MS + 2 * DAY_MS)
    const day = MIDNIGHT_MS / DAY_MS + 2
    await app.db.query("insert into liability_claims values ($1, 'dead', database_now_ms() + 60000)", [day])
    const late = makerOf({ owner: 'five' })
    await late()
    expect((await rowsOf()).liability_trees).toBe(4n)
    await app.db.query('update liability_claims set until_db_ms = database_now_ms() - 1')
    await late()
    expect((await rowsOf()).liability_trees).toBe(6n)
  },
)
