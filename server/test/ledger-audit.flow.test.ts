import { ensure } from '@truestrike/core/assert.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openUserBalances } from '../src/ledger/balances.store.ts'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { claimMoneyRequest } from '../src/ledger/money-requests.store.ts'
import { postTransfers, type Transfer } from '../src/ledger/transfers.store.ts'
import { runScript } from './run-script.ts'
import { openTestDb, type TestDb, testDatabaseUrl } from './test-database.ts'

let opened: TestDb
let db: TestDb['db']
beforeEach(async () => {
  opened = await openTestDb()
  db = opened.db
  await openUserBalances(db, 1n, 10_000_000_000n, 1)
  await openUserBalances(db, 2n, 10_000_000_000n, 1)
})
afterEach(() => opened.drop())

const deposit = (amountMicros: bigint): Transfer => ({
  book: 'real',
  debit: { account: 'deposits' },
  credit: { account: 'available', userId: 1n },
  amountMicros,
  kind: 'deposit',
  ref: 'test:1',
})

async function faultsOf(): Promise<string[]> {
  const report = await auditLedger(db)
  return report.checks.filter((check) => check.faults.length > 0).map((check) => check.name)
}

const LOST_CONTRACT = {
  ...{
    id: 7,
    user_id: 1,
    client_order_id: 'order-7',
    body_sha256: '\\x00',
    batch_id: 7,
    book: 'demo',
    live: false,
  },
  ...{
    product_id: 1,
    symbol: 'BTCUSDT',
    precision: 2,
    product_version: 1,
    calendar_version: 1,
    source: 'simulated',
  },
  ...{
    direction: 'up',
    stake_micros: 5,
    win_profit_micros: 4,
    rule_id: 1,
    rule_version: 1,
    rule_hash: '\\x00',
  },
  ...{
    duration_seconds: 30,
    payout_bps: 8000,
    window_ms: 2000,
    opening_delay_ms: 300,
    open_timeout_ms: 5000,
  },
  ...{ max_gap_ms: 5000, open_after_seq: 1, accepted_at_ms: 1, expires_at_ms: 30_001, settled_at_ms: 30_002 },
  ...{ state: 'completed', result: 'lost', profit_micros: -5 },
}

/** A movement that nobody asked for. */
function moved(debit: string, credit: string, ref: string): string {
  const owner = (account: string) => (['available', 'frozen'].includes(account) ? '1' : 'null')
  return `insert into transfers (book, debit, debit_user_id, credit, credit_user_id, amount_micros, kind, ref, created_ms)
    values ('real', '${debit}', ${owner(debit)}, '${credit}', ${owner(credit)}, 5, 'test', '${ref}', 1)`
}

interface Moved {
  /** Who gets the stake of the lost contract 7: the house, or the user back. */
  loses: string
  stake: bigint
  /** Amount of the bill; null: none. */
  told: bigint | null
  /** The contract all this is booked for. */
  id: bigint
}

/** Checks that fail with a contract of user 1 that lost 5 millionths, and with these movements; nothing of it stays. */
async function faultsWith({ loses, stake, told, id }: Moved): Promise<string[]> {
  const ref = `contract:${id}`
  const available = { account: 'available', userId: 1n } as const
  const inPosition = { account: 'in_position', userId: 1n } as const
  const released: Pick<Transfer, 'credit' | 'kind'> =
    loses === 'house'
      ? { credit: { account: 'house' }, kind: 'loss' }
      : { credit: available, kind: 'stake-return' }
  const undo = new Error('undo')
  let faults: string[] = []
  const work = db.tx(async (sql) => {
    await sql.query('insert into contracts select * from jsonb_populate_record(null::contracts, $1)', [
      LOST_CONTRACT,
    ])
    const common = { book: 'demo', amountMicros: stake, ref } as const
    await postTransfers(sql, [{ ...common, debit: available, credit: inPosition, kind: 'stake' }], 1)
    await postTransfers(sql, [{ ...common, debit: inPosition, ...released }], 2)
    if (told !== null) {
      await sql.query(
        `insert into bills (user_id, book, type, status, amount_micros, ref, created_ms)
        values (1, 'demo', 'loss', 'completed', $1, $2, 2)`,
        [told, ref],
      )
    }
    const report = await auditLedger(sql)
    faults = report.checks.filter((check) => check.faults.length > 0).map((check) => check.name)
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  return faults
}

describe('ledger', () => {
  test('[F8] every movement is a balanced transfer; a book sums to zero; opening again issues nothing', async () => {
    await openUserBalances(db, 1n, 10_000_000_000n, 2)
    await postTransfers(db, [deposit(5_000_001n)], 1)
    await postTransfers(
      db,
      [
        {
          ...deposit(1_000_000n),
          debit: { account: 'available', userId: 1n },
          credit: { account: 'frozen', userId: 1n },
        },
        {
          ...deposit(1_000_000n),
          debit: { account: 'frozen', userId: 1n },
          credit: { account: 'available', userId: 1n },
        },
        {
          ...deposit(500_000n),
          debit: { account: 'available', userId: 1n },
          credit: { account: 'available', userId: 2n },
        },
        { ...deposit(1n), debit: { account: 'available', userId: 2n }, credit: { account: 'fees' } },
      ],
      1,
    )
    const report = await auditLedger(db)
    expect(report.checks.flatMap((check) => check.faults)).toEqual([])
    const real = report.books.filter(({ book }) => book === 'real')
    expect(real).toEqual([
      { book: 'real', account: 'deposits', micros: -5_000_001n },
      { book: 'real', account: 'fees', micros: 1n },
      { book: 'real', account: 'users', micros: 5_000_000n },
    ])
    expect(report.books).toContainEqual({ book: 'demo', account: 'demo_issue', micros: -20_000_000_000n })
  })

  test('[F8] a user and the fees never go below zero, and what fails leaves no trace', async () => {
    await postTransfers(db, [deposit(100n)], 1)
    const before = await auditLedger(db)
    const over: Transfer = {
      ...deposit(101n),
      debit: { account: 'available', userId: 1n },
      credit: { account: 'withdrawals' },
    }
    await expect(
      postTransfers(db, [deposit(1_000n), { ...over, amountMicros: 1_101n }], 1),
    ).rejects.toMatchObject({
      code: '23514',
    })
    await expect(
      postTransfers(db, [{ ...deposit(1n), debit: { account: 'fees' } }], 1),
    ).rejects.toMatchObject({
      code: '23514',
    })
    await expect(
      postTransfers(db, [{ ...deposit(1n), credit: { account: 'available', userId: 99n } }], 1),
    ).rejects.toMatchObject({ code: '23503' })
    expect(await auditLedger(db)).toEqual(before)
  })

  test('[F8] a request id moves money once, also when it comes twice at the same moment', async () => {
    const request = { userId: 1n, requestId: 'request-1', kind: 'deposit', bodySha256: new Uint8Array(32) }
    const ask = () =>
      db.tx(async (sql) => {
        const claim = await claimMoneyRequest(sql, request, 1)
        if (claim === 'fresh') await postTransfers(sql, [deposit(7n)], 1)
        return claim
      })
    const claims = await Promise.all(Array.from({ length: 10 }, ask))
    expect(claims.filter((claim) => claim === 'fresh')).toHaveLength(1)
    expect(claims.filter((claim) => claim === 'repeated')).toHaveLength(9)
    expect(await claimMoneyRequest(db, { ...request, bodySha256: new Uint8Array(32).fill(1) }, 1)).toBe(
      'mismatch',
    )
    expect(await claimMoneyRequest(db, { ...request, userId: 2n }, 1)).toBe('fresh')
    const rows = await db.query<{ micros: bigint }>(
      `select available_micros as micros from user_balances where user_id = 1 and book = 'real'`,
    )
    expect(ensure(rows[0]).micros).toBe(7n)
  })

  test('[F8] the audit finds each kind of fault', async () => {
    await postTransfers(db, [deposit(100n)], 1)
    expect(await faultsOf()).toEqual([])
    const faulty: [damage: string, finds: string][] = [
      [
        `update user_balances set available_micros = 101 where user_id = 1 and book = 'real'`,
        'user balances equal',
      ],
      [`update system_balances set balance_micros = 0 where account = 'deposits'`, 'system balances equal'],
      [`update system_balances set balance_micros = 0 where account = 'deposits'`, 'per book all accounts'],
      [
        `update user_balances set in_position_micros = 1, available_micros = 99 where user_id = 1 and book = 'real'`,
        'in position equals',
      ],
      [
        `update user_balances set frozen_micros = 1, available_micros = 99 where user_id = 1 and book = 'real'`,
        'frozen equals open withdrawals',
      ],
      [moved('deposits', 'available', 'deposit:1'), 'each confirmed deposit is credited once'],
      [moved('deposits', 'available', 'deposit:1'), 'the bills of each request say what it moved'],
      [moved('available', 'frozen', 'withdrawal:1'), 'each withdrawal is frozen once'],
      [moved('withdrawals', 'available', 'withdrawal-return:1'), 'each payout that came back'],
      [moved('available', 'available', 'transfer:1'), 'each transfer between users is moved once'],
    ]
    for (const [damage, finds] of faulty) {
      const undo = new Error('undo')
      const found = db.tx(async (sql) => {
        await sql.query(damage)
        const report = await auditLedger(sql)
        expect(report.ok).toBe(false)
        expect(
          report.checks
            .filter((check) => check.faults.length > 0)
            .map((check) => check.name)
            .join(),
        ).toContain(finds)
        throw undo
      })
      await expect(found).rejects.toBe(undo)
    }
  })

  test('[F8] the audit holds contracts against what was moved and told for them', async () => {
    const lost = { loses: 'house', stake: 5n, told: -5n, id: 7n }
    expect(await faultsWith(lost)).toEqual([])
    const settled = 'each contract has its stake held once and settled once'
    const billed = 'each result of a contract has its bill'
    expect(await faultsWith({ ...lost, loses: 'nobody' })).toEqual([settled])
    expect(await faultsWith({ ...lost, stake: 4n })).toEqual([settled])
    expect(await faultsWith({ ...lost, id: 8n })).toEqual([settled, billed])
    expect(await faultsWith({ ...lost, told: 5n })).toEqual([billed])
    expect(await faultsWith({ ...lost, told: null })).toEqual([billed])
  })

  test.runIf(testDatabaseUrl !== undefined)(
    '[F8] the audit command reports, and fails on a fault',
    async () => {
      const rows = await db.query<{ name: string }>('select current_database() as name')
      const url = new URL(ensure(testDatabaseUrl))
      url.pathname = `/${ensure(rows[0]).name}`
      const audit = () =>
        runScript(['scripts/run-ts.mjs', 'server/src/audit-ledger.ts'], { DATABASE_URL: url.href })
      const clean = await audit()
      expect(clean.code).toBe(0)
      expect(clean.output).toContain('The ledger is in order.')
      await db.query(`update user_balances set frozen_micros = 5 where user_id = 1 and book = 'demo'`)
      const faulty = await audit()
      expect(faulty.code).toBe(1)
      expect(faulty.output).toContain('user 1 demo: balance 10000000000/0/5')
      await db.query(`update trading_settings set halted = true, halt_reason = 'a test'`)
      const resume = () =>
        runScript(['scripts/run-ts.mjs', 'server/src/resume-trading.ts'], { DATABASE_URL: url.href })
      expect((await resume()).code).toBe(1)
      await db.query(`update user_balances set frozen_micros = 0 where user_id = 1 and book = 'demo'`)
      expect(await resume()).toMatchObject({ code: 0, output: expect.stringContaining('a test') })
      expect(await db.query('select 1 from trading_settings where halted')).toEqual([])
    },
  )
})
