import { confirmVoid, proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { checkAuditChain } from '../src/platform/audit-chain.ts'
import type { Db } from '../src/platform/db.ts'
import { CommitUnknownError } from '../src/platform/db-error.ts'
import { installCrashPoints } from './integrity/crash-points.ts'
import { storedState } from './integrity/stored-state.ts'
import { createSecondTrading } from './second-trading.ts'
import { START_PRICE } from './trading-app.ts'
import { createVoidApp, type VoidApp, voidOf } from './void-app.ts'

let app: VoidApp
afterEach(async () => {
  expect(await app.auditFaults()).toEqual([])
  expect((await checkAuditChain(app.db)).fault).toBe(null)
  await app.close()
})

/** More steps than any of these transactions has. */
const STEPS_MAX = 200
const STAKES = 30_000_000n

const voidRows = () =>
  app.db.query<{ n: bigint }>(`select count(*) as n from public_events where kind = 'void'`)
const returned = async () => {
  const [row] = await app.db.query<{ n: bigint; sum: bigint | null }>(
    `select count(*) as n, sum(amount_micros)::bigint as sum from transfers where kind = 'void-return'`,
  )
  return row
}

/** Six contracts that lost, in both books, and one that won, all within the interval. */
async function lostInterval(round = 0): Promise<{ fromMs: number; toMs: number }> {
  const ann = await app.funded(`ann_trader_${round}`)
  const bob = await app.funded(`bob_trader_${round}`)
  const fromMs = app.clock.nowMs()
  for (const trader of [ann, bob])
    for (const [book, stake] of [
      ['demo', '2'],
      ['real', '6'],
      ['real', '7'],
    ] as const)
      await trader.place({ book, stake })
  await ann.place({ direction: 'down', book: 'real' })
  await app.run(1_000, START_PRICE)
  await app.run(31_500, '49990.00')
  return { fromMs, toMs: app.clock.nowMs() - 1_000 }
}

/** Nothing of the application's own gives stakes back until `go`. */
async function holdReturns(): Promise<() => Promise<void>> {
  await app.db.exec(`create or replace function not_yet() returns trigger language plpgsql as $$
    begin
      if current_setting('test.second', true) is distinct from 'yes' then
        raise exception 'not yet' using errcode = '57P01';
      end if;
      return null;
    end $$;
    create trigger not_yet before update on contracts for each statement execute function not_yet()`)
  return async () => void (await app.db.exec('drop trigger not_yet on contracts'))
}

/** The same database, whose statements pass what holds the application's own back. */
function passing(db: Db, between: (text: string) => Promise<void> = async () => {}): Db {
  const pass = async <T>(run: (sql: Parameters<Parameters<Db['tx']>[0]>[0]) => Promise<T>): Promise<T> =>
    await db.tx(async (sql) => {
      await sql.query(`select set_config('test.second', 'yes', true)`)
      return await run(sql)
    })
  return {
    ...db,
    query: async (text, params) => {
      const rows = await pass((sql) => sql.query(text, params))
      await between(text)
      return rows as never
    },
    tx: pass,
  }
}

describe('[O4] [F8] [D9] a void whose processes die', { timeout: 300_000 }, () => {
  test('at every write of its proposal and of its confirmation: it is there, or it is not', async () => {
    app = await createVoidApp()
    const { fromMs, toMs } = await lostInterval()
    const points = await installCrashPoints(app.db)
    let id = ''
    let crashes = 0
    for (let step = 1; id === '' && step <= STEPS_MAX; step += 1) {
      await points.crashAt(step, async () => {
        const { envelope } = await app.anna.call(proposeVoid, { body: voidOf({ fromMs, toMs }) })
        if (envelope.success) id = envelope.data.void.id
      })
      crashes += id === '' ? 1 : 0
      expect((await app.db.query('select 1 from voids')).length).toBe(id === '' ? 0 : 1)
    }
    let isConfirmed = false
    for (let step = 1; !isConfirmed && step <= STEPS_MAX; step += 1) {
      await points.crashAt(step, async () => {
        const { envelope } = await app.bert.call(confirmVoid, { params: { id }, body: { version: 1 } })
        isConfirmed = envelope.success
      })
      crashes += isConfirmed ? 0 : 1
      expect((await app.seen(id)).state).toBe(isConfirmed ? 'confirmed' : 'proposed')
    }
    expect(crashes).toBeGreaterThan(6)
    await app.run(2_000, START_PRICE)
    expect((await app.seen(id)).state).toBe('done')
    expect(await returned()).toEqual({ n: 6n, sum: STAKES })
  })

  test('between confirmation and entry, at every write of the log: entered once, by whoever comes', async () => {
    app = await createVoidApp()
    const interval = await lostInterval()
    const go = await holdReturns()
    const points = await installCrashPoints(app.db)
    const ids: string[] = []
    let crashes = 0
    // A void for each write of the flush that enters it: what crashes there comes with a later one.
    for (let step = 1; step <= 30; step += 1) {
      ids.push((await app.agree(interval)).id)
      const id = ids.at(-1) ?? ''
      app.feed.push('BTCUSDT', '49990.00')
      if ((await points.crashAt(step, () => app.clock.advance(300))) >= step) crashes += 1
      await app.run(500, '49990.00')
      expect(await app.seen(id)).toMatchObject({ state: 'entered', entry: { contracts: step === 1 ? 6 : 0 } })
      expect(await voidRows()).toEqual([{ n: BigInt(step) }])
    }
    expect(crashes).toBeGreaterThan(18)
    expect(await returned()).toEqual({ n: 0n, sum: null })
    await go()
    await app.run(2_000, '49990.00')
    for (const id of ids) expect((await app.seen(id)).state).toBe('done')
    expect(await returned()).toEqual({ n: 6n, sum: STAKES })
  })

  test('between entry and repayment, at every write of it: all of a batch or nothing, once', async () => {
    app = await createVoidApp()
    const interval = await lostInterval()
    const points = await installCrashPoints(app.db)
    const go = await holdReturns()
    const { id } = await app.agree(interval)
    await app.run(1_000, '49990.00')
    expect(await app.seen(id)).toMatchObject({
      state: 'entered',
      entry: { contracts: 6, houseEffect: '-30.00' },
    })
    const second = await createSecondTrading({ ...app, db: passing(app.db) })
    const products = second.products.list().map((product) => product.id)
    const before = await storedState(app.db)
    let crashes = 0
    for (let step = 1; step <= STEPS_MAX; step += 1) {
      let failed = false
      const ran = await points.crashAt(step, async () => {
        await second.returnStakes(products).catch(() => {
          failed = true
        })
      })
      expect(failed).toBe(ran >= step)
      if (!failed) break
      crashes += 1
      const { n } = (await returned()) ?? { n: 0n }
      if (n === 0n) expect(await storedState(app.db)).toBe(before)
      else expect(n).toBe(6n)
    }
    expect(crashes).toBeGreaterThan(15)
    expect((await app.seen(id)).state).toBe('done')
    const after = await storedState(app.db)
    await second.returnStakes(products)
    expect(await storedState(app.db)).toBe(after)
    expect(await returned()).toEqual({ n: 6n, sum: STAKES })
    await go()
    await second.stop()
  })

  test('and its answers are lost, between every two calls: every stake is returned once', async () => {
    app = await createVoidApp()
    const go = await holdReturns()
    for (let call = 1; ; call += 1) {
      await go()
      const interval = await lostInterval(call)
      await holdReturns()
      const before = (await returned())?.n ?? 0n
      const { id } = await app.agree(interval)
      await app.run(1_000, '49990.00')
      let calls = -STEPS_MAX
      const db = passing(app.db, async () => {
        calls += 1
        if (calls === call) throw new CommitUnknownError(new Error('the line was cut'))
      })
      const second = await createSecondTrading({ ...app, db })
      const products = second.products.list().map((product) => product.id)
      calls = 0
      const failed = await second.returnStakes(products).then(
        () => false,
        () => true,
      )
      calls = STEPS_MAX
      await second.returnStakes(products)
      expect((await returned())?.n).toBe(before + 6n)
      expect((await app.seen(id)).state).toBe('done')
      await second.stop()
      if (!failed) break
      expect(call).toBeLessThan(12)
    }
    await go()
  })
})
