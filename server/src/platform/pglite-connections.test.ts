import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pgliteTemplate } from '../../test/embedded-archive.ts'
import type { Db } from './db.ts'
import { createPgliteConnections } from './pglite-connections.ts'
import { openConnectedPglite } from './pglite-db.ts'
import { openPgliteEngine, type PgliteEngine } from './pglite-engine.ts'
import type { WorkerCall } from './pglite-transport.ts'

const IDLE_MS = 100
let engine: PgliteEngine
let connections: ReturnType<typeof createPgliteConnections>
beforeAll(async () => {
  engine = await openPgliteEngine({
    dataDir: null,
    sharedBuffersMb: 16,
    template: await pgliteTemplate(),
  })
  connections = createPgliteConnections({ engine, idleInTransactionMs: IDLE_MS, onClosed: () => undefined })
  await engine.exec('create table shared_rows (id int primary key)')
})
afterAll(() => engine.close())

interface Connected {
  db: Db
  /** As when its thread ends. */
  disconnect(): void
}

/** A connection as another thread has it. */
async function connect(): Promise<Connected> {
  const { port1, port2 } = new MessageChannel()
  const connection = connections.connect((answer) => port2.postMessage(answer))
  port2.on('message', (call: WorkerCall) => connection.receive(call))
  port2.postMessage({ id: 0, value: 'open' })
  const db = await openConnectedPglite(port1, () => undefined)
  return { db, disconnect: connection.disconnect }
}

const idsOf = async (db: Db): Promise<number[]> =>
  (await db.query<{ id: number }>('select id from shared_rows order by id')).map(({ id }) => id)

interface OpenTransaction {
  /** Its result. */
  ended: Promise<void>
  /** Lets it run its last statement and commit. */
  goOn(): void
  rollBack(): void
}

/** A transaction that has inserted row 1 and waits; `last` is what it does when it goes on. */
async function begin(db: Db, last?: string): Promise<OpenTransaction> {
  const controls = { goOn: (): void => {}, rollBack: (): void => {} }
  const waits = new Promise<void>((resolve, reject) => {
    controls.goOn = resolve
    controls.rollBack = () => reject(new Error('rolled back'))
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    ended = db.tx(async (sql) => {
      await sql.query('insert into shared_rows values (1)')
      resolve()
      await waits
      if (last !== undefined) await sql.query(last)
    })
    ended.catch(() => undefined)
  })
  return { ended, ...controls }
}

test('[O4] transactions of two threads never mix: what one rolls back takes nothing of the other with it', async () => {
  const [first, second] = [await connect(), await connect()]
  await first.db.exec('truncate shared_rows')
  const { ended, rollBack } = await begin(first.db)
  const written = second.db.query('insert into shared_rows values (2)')
  rollBack()
  await expect(ended).rejects.toThrow('rolled back')
  await written
  expect(await idsOf(second.db)).toEqual([2])
})

test('[O4] a thread that stands still within a transaction loses it, and the others go on', async () => {
  const [stalled, other] = [await connect(), await connect()]
  await stalled.db.exec('truncate shared_rows')
  const { ended, goOn } = await begin(stalled.db, 'insert into shared_rows values (2)')
  await other.db.query('insert into shared_rows values (3)')
  goOn()
  await expect(ended).rejects.toMatchObject({ name: 'DbError', code: '25P03' })
  expect(await idsOf(other.db)).toEqual([3])
  // Its next one is as any other.
  await stalled.db.tx((sql) => sql.query('insert into shared_rows values (4)'))
  expect(await idsOf(other.db)).toEqual([3, 4])
})

test('[O4] a transaction that is only to be committed after it was lost is refused, not said to be done', async () => {
  const [stalled, other] = [await connect(), await connect()]
  await stalled.db.exec('truncate shared_rows')
  const { ended, goOn } = await begin(stalled.db)
  await other.db.query('select 1')
  goOn()
  await expect(ended).rejects.toMatchObject({ name: 'DbError', code: '25P03' })
  expect(await idsOf(stalled.db)).toEqual([])
})

test('[O4] the transaction of a thread that ends is rolled back at once', async () => {
  const [gone, other] = [await connect(), await connect()]
  await other.db.exec('truncate shared_rows')
  await begin(gone.db)
  gone.disconnect()
  expect(await idsOf(other.db)).toEqual([])
})

test('[O4] a thread with many statements delays another by one at most', async () => {
  const [busy, other] = [await connect(), await connect()]
  const order: string[] = []
  const many = Array.from({ length: 50 }, () => busy.db.query('select 1').then(() => void order.push('busy')))
  const one = other.db.query('select 1').then(() => void order.push('other'))
  await Promise.all([...many, one])
  expect(order.indexOf('other')).toBeLessThan(5)
})
