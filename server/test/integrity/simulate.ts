import { createHash } from 'node:crypto'
import { assert, ensure } from '@truestrike/core/assert.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getReceipt, getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { type PlaceOrder, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import type { TestClient } from '../test-client.ts'
import type { FaultKind } from './faulty-db.ts'
import { createRandom, type Random } from './seeded-random.ts'
import {
  createSimulatedSite,
  endLeases,
  oneOf,
  type SimulatedSite,
  type SiteProcess,
} from './simulated-site.ts'
import { createSimulationAudit, type SimulationAudit } from './simulation-audit.ts'

const USERS = 100
const REAL_MICROS = 1_000_000_000_000n
const AUDIT_EVERY = 1_000
const RECEIPTS_PER_AUDIT = 4
/** Steps without a new contract: something is stuck. */
const IDLE_STEPS_MAX = 200
const SYMBOLS = ['BTCUSDT', 'ETHUSDT']

export interface SimulationResult {
  seed: number
  contracts: number
  cancelled: number
  steps: number
  audits: number
  receipts: number
  faults: Record<string, number>
  /** Of every contract and balance: the same for the same seed. */
  digest: string
}

interface User {
  token: string
  cookies: [string, string][]
  uid: number
}

interface World {
  site: SimulatedSite
  random: Random
  users: User[]
  audit: SimulationAudit
  sent: { user: User; order: PlaceOrder }[]
  /** Client order id → contract id, as acknowledged. */
  acknowledged: Map<string, string>
  cents: number[]
  orders: number
  faults: Record<string, number>
  receipts: number
  /** Processes whose leases have been ended. */
  killed: number
}

/** Lets a site run until it has this many contracts, with everything that can go wrong, then to the end of the last one. */
export async function simulate(seed: number, contracts: number): Promise<SimulationResult> {
  const random = createRandom(seed)
  const site = await createSimulatedSite(createRandom(seed + 1))
  try {
    const world = await createWorld(site, random)
    let steps = 0
    let audits = 0
    let idle = 0
    let stored = { contracts: 0, open: 0 }
    for (let audited = 0; stored.contracts < contracts; steps += 1) {
      await oneOf(random, COMMANDS)(world)
      await loseLeases(world)
      const before = stored.contracts
      stored = await world.audit.step()
      idle = stored.contracts > before ? 0 : idle + 1
      assert(idle < IDLE_STEPS_MAX, 'the site takes orders')
      if (stored.contracts - audited < AUDIT_EVERY) continue
      audited = stored.contracts
      await fullAudit(world)
      audits += 1
    }
    await endAll(world)
    await fullAudit(world)
    const { cancelled, replayed } = world.audit
    assert(replayed === (await world.audit.step()).contracts, 'every contract was played again')
    const { faults, receipts } = world
    return {
      seed,
      contracts: replayed,
      cancelled,
      steps,
      audits: audits + 1,
      receipts,
      faults,
      digest: await digestOf(site),
    }
  } finally {
    await site.close()
  }
}

async function createWorld(site: SimulatedSite, random: Random): Promise<World> {
  const process = await site.start()
  const users: User[] = []
  for (let uid = 0; uid < USERS; uid += 1) {
    const client = site.client(process)
    await client.join(`trader_${uid}`)
    users.push({ token: ensure(client.token), cookies: [...client.cookies], uid })
  }
  await site.db.query(
    `select ledger_post(1, array['real'], array['deposits'], array[null]::bigint[], array['available'],
      array[u.id], array[$1::bigint], array['test'], array['test']) from users u`,
    [REAL_MICROS],
  )
  const audit = createSimulationAudit(site.db)
  const world = { site, random, users, audit, sent: [], acknowledged: new Map(), cents: [5_000_000, 300_000] }
  return { ...world, orders: 0, faults: {}, receipts: 0, killed: 0 }
}

type Command = (world: World) => Promise<void>

const count = (world: World, fault: string): void => {
  world.faults[fault] = (world.faults[fault] ?? 0) + 1
}

/** There is always a process: when the last one was killed another one starts, as its keeper would start it. */
async function anyProcess({ site, random }: World): Promise<SiteProcess> {
  const running = site.running()
  return running.length === 0 ? site.start() : oneOf(random, running)
}

function clientOf({ site }: World, at: SiteProcess, { token, cookies }: User): TestClient {
  const client = site.client(at)
  client.token = token
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

async function send(world: World, at: SiteProcess, user: User, order: PlaceOrder): Promise<void> {
  const { status, envelope } = await clientOf(world, at, user).call(placeContract, { body: order })
  if (!envelope.success) {
    assert(
      status < 500 || status === 503 || at.db.isKilled,
      `an order was answered with ${status} ${envelope.code}`,
    )
    return
  }
  const name = `${user.uid} ${order.clientOrderId}`
  const known = world.acknowledged.get(name) ?? envelope.data.contract.id
  assert(
    known === envelope.data.contract.id,
    `order ${name} opened ${known} and ${envelope.data.contract.id}`,
  )
  world.acknowledged.set(name, known)
}

function newOrder(world: World): PlaceOrder {
  const { random } = world
  world.orders += 1
  return {
    clientOrderId: `order-${world.orders.toString().padStart(7, '0')}`,
    book: random(3) === 0 ? 'real' : 'demo',
    symbol: oneOf(random, SYMBOLS),
    direction: random(2) === 0 ? 'up' : 'down',
    durationSeconds: random(3) === 0 ? 60 : 30,
    stake: `${1 + random(9)}.${random(1_000_000).toString().padStart(6, '0')}`,
    ruleVersion: 1,
  }
}

const placeSome: Command = async (world) => {
  const first = world.random(world.users.length)
  const some = Array.from({ length: 1 + world.random(world.users.length) }, (_, at) => ({
    user: ensure(world.users[(first + at) % world.users.length]),
    order: newOrder(world),
  }))
  world.sent.push(...some)
  const at = await anyProcess(world)
  await Promise.all(some.map(({ user, order }) => send(world, at, user, order)))
}

const repeatSome: Command = async (world) => {
  for (let again = 0; again < 5 && world.sent.length > 0; again += 1) {
    const { user, order } = oneOf(world.random, world.sent)
    await send(world, await anyProcess(world), user, order)
  }
}

const walk: Command = async (world) => {
  const { random, site, cents } = world
  for (let beats = 1 + random(4); beats > 0; beats -= 1) {
    await anyProcess(world)
    for (const [at, symbol] of SYMBOLS.entries()) {
      const price = ensure(cents[at]) + random(2 * (8 - 6 * at) + 1) - (8 - 6 * at)
      cents[at] = price
      for (const { feed } of site.running()) feed.push(symbol, (price / 100).toFixed(2))
    }
    await site.clock.advance(100 + random(200))
  }
}

const feedHole: Command = async (world) => {
  count(world, 'feed hole')
  await anyProcess(world)
  await world.site.clock.advance(500 + world.random(6_000))
}

const clockBack: Command = async (world) => {
  count(world, 'clock set back')
  await anyProcess(world)
  await world.site.clock.set(world.site.clock.nowMs() - world.random(400))
}

const failing =
  (how: FaultKind, name: string): Command =>
  async (world) => {
    count(world, name)
    const process = await anyProcess(world)
    process.db.failAt(1 + world.random(25), how)
    // A fault that is still to come when this is over comes later.
    await oneOf(world.random, [placeSome, walk])(world)
  }

const loseMessages: Command = async (world) => {
  count(world, 'bus messages lost')
  const process = await anyProcess(world)
  process.loseMessages(1 + world.random(20))
}

/** A process comes up and takes the products of the one that has them, which learns of it at its next write. */
const secondEngine: Command = async (world) => {
  count(world, 'lease taken by a second engine')
  await anyProcess(world)
  if (world.site.running().length < 3) await world.site.start()
}

const stopOne: Command = async (world) => {
  const running = world.site.running()
  if (running.length < 2) return
  count(world, 'process stopped')
  await oneOf(world.random, running).stop()
}

const many = (times: number, command: Command): Command[] => new Array<Command>(times).fill(command)

const COMMANDS: readonly Command[] = [
  ...many(22, walk),
  ...many(22, placeSome),
  ...many(4, repeatSome),
  ...many(2, failing('before', 'database failure')),
  ...many(2, failing('after', 'answer of the database lost')),
  failing('killed', 'process killed'),
  loseMessages,
  secondEngine,
  stopOne,
  clockBack,
  feedHole,
]

/** Whenever a process died: the others have its products once its leases have ended. */
async function loseLeases(world: World): Promise<void> {
  const killed = world.site.killed()
  if (killed > world.killed) await endLeases(world.site)
  world.killed = killed
}

async function endAll(world: World): Promise<void> {
  for (let beat = 0; beat < 2_000; beat += 1) {
    await walk(world)
    await loseLeases(world)
    if (beat % 10 === 9 && (await world.audit.step()).open === 0) return
  }
  throw new Error('contracts are still open')
}

async function fullAudit(world: World): Promise<void> {
  const { audit, site, acknowledged } = world
  await audit.full()
  const rows = await site.db.query<{ id: bigint; name: string }>(
    `select c.id, replace(u.username, 'trader_', '') || ' ' || c.client_order_id as name
    from contracts c join users u on u.id = c.user_id`,
  )
  const stored = new Map(rows.map(({ id, name }) => [name, id.toString()]))
  assert(stored.size === rows.length, 'no order has two contracts')
  for (const [name, id] of acknowledged)
    assert(stored.get(name) === id, `order ${name} was acknowledged as ${id}`)
  await verifySome(world, stored)
}

async function verifySome(world: World, stored: ReadonlyMap<string, string>): Promise<void> {
  const lately = new Set(world.audit.settledLately().map(String))
  const names = [...stored].filter(([, id]) => lately.has(id)).map(([name]) => name)
  const at = await anyProcess(world)
  for (let sample = 0; sample < RECEIPTS_PER_AUDIT && names.length > 0; sample += 1) {
    const name = oneOf(world.random, names)
    const client = clientOf(world, at, ensure(world.users[Number(name.split(' ')[0])]))
    const { envelope } = await client.call(getReceipt, { params: { id: ensure(stored.get(name)) } })
    // Its process may be waiting for a fault; another sample is taken then.
    if (!envelope.success) continue
    const keys = unwrap(parseSiteKeys(await client.ok(getSiteKeys)))
    const verdict = verifyReceipt(JSON.parse(JSON.stringify(envelope.data.receipt)), keys)
    assert(verdict.ok, `the receipt of ${name} does not hold: ${verdict.ok ? '' : verdict.code}`)
    if (envelope.data.state === 'settled') world.receipts += 1
  }
}

async function digestOf({ db }: SimulatedSite): Promise<string> {
  const rows = await db.query<{ row: string }>(
    `select concat_ws(' ', id, user_id, client_order_id, open_after_seq, accepted_at_ms, state, result, cancel_reason,
      opening_seq, opening_price, closing_price, profit_micros, settled_at_ms) as row from contracts order by id`,
  )
  const balances = await db.query<{ row: string }>(
    `select b::text as row from user_balances b order by user_id, book`,
  )
  const text = [...rows, ...balances].map(({ row }) => row).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
