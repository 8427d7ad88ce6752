import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { expect } from 'vitest'
import type { Db, Tx } from '../src/platform/db.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'
import { bundleServer, type ServerBundle, type ServerProcess } from './server-process.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { createDatabaseWithoutPast } from './test-database.ts'

/** One process of an installation, with ways of its own to PostgreSQL and NATS that can be cut. */
export interface Member {
  readonly name: string
  readonly running: ServerProcess
  readonly database: TcpProxy
  readonly bus: TcpProxy
  /** `isNext`: as the next version. */
  start(isNext?: boolean): Promise<void>
  kill(): Promise<void>
  /** In order; the exit code. */
  stop(): Promise<number | null>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Status of `/readyz`; 0: no answer. */
  readiness(): Promise<number>
}

export interface Cluster {
  readonly engines: readonly [Member, Member]
  readonly edges: readonly [Member, Member]
  readonly members: readonly Member[]
  /** Not through a relay. */
  readonly db: Db
  readonly inviteCode: string
  close(): Promise<void>
}

export const FAULT_WAIT_MS = 60_000
const UNLIMITED = '1000000'
const LIMITS = ['ORDER', 'READ', 'LOG', 'SIGN_IN', 'WRITE'].map((name) => [
  `LIMIT_${name}_PER_MINUTE`,
  UNLIMITED,
])

/** As one of the next version may be: it only adds. */
export const NEXT_MIGRATION = {
  name: '9999-next-version.sql',
  script: `
    create table next_things (id bigint primary key);
    alter table users add column next_mark text not null default 'none';
    alter table contracts add column next_note text;
    create index contracts_next_note on contracts (next_note) where next_note is not null;`,
}

/** Two engines and two edges on a database of their own; the first engine has the products. */
export async function startCluster(databaseUrl: string, natsUrl: string): Promise<Cluster> {
  const database = await createDatabaseWithoutPast(databaseUrl)
  const server = await bundleServer()
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-cluster-'))
  const db = await openPostgres(database.url, { connectionsMax: 4 })
  const env = {
    ...Object.fromEntries(LIMITS),
    ...{ DATA_DIR: folder, FEED_SEED: '9abe1dc8cac295de2736b3ef817558ff', LOG_LEVEL: 'warn' },
    ...{ NATS_PREFIX: `test-${randomBytes(6).toString('hex')}`, DATABASE_CONNECTIONS: '4' },
  }
  let next: ReturnType<ServerBundle['next']> | null = null
  const createMember = async (name: string, role: 'edge' | 'engine'): Promise<Member> => {
    const [toDatabase, toBus] = [await relayTo(database.url), await relayTo(natsUrl)]
    let running: ServerProcess | null = null
    return {
      name,
      database: toDatabase.proxy,
      bus: toBus.proxy,
      get running() {
        return ensure(running)
      },
      async start(isNext = false) {
        if (isNext) next ??= server.next(NEXT_MIGRATION)
        const version = isNext ? await ensure(next) : server
        running = await version.start({
          ...{ ...env, ROLE: role },
          ...{ DATABASE_URL: toDatabase.url, NATS_URL: toBus.url },
        })
      },
      stop: () => ensure(running).end('SIGTERM'),
      kill: async () => void (await ensure(running).end('SIGKILL')),
      signal: (signal) => void process.kill(ensure(running).pid, signal),
      readiness: () =>
        fetch(`${ensure(running).address}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
    }
  }
  const engines = [
    await createMember('engine 1', 'engine'),
    await createMember('engine 2', 'engine'),
  ] as const
  const edges = [await createMember('edge 1', 'edge'), await createMember('edge 2', 'edge')] as const
  // Alone: what the first start of all makes, keys among it, the others find.
  await engines[0].start()
  await Promise.all([engines[1], ...edges].map((member) => member.start()))
  const firstRun = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')) as { inviteCode: string }
  const members = [...engines, ...edges]
  return {
    ...{ engines, edges, members, db },
    inviteCode: firstRun.inviteCode,
    async close() {
      await server.remove()
      for (const member of members) for (const proxy of [member.database, member.bus]) proxy.close()
      await db.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function relayTo(target: string): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(target)
  const defaultPort = url.protocol === 'nats:' ? 4222 : 5432
  const proxy = await openTcpProxy(url.hostname, Number(url.port || defaultPort))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}

/** Where the log of BTCUSDT ends. */
export interface LogEnd {
  epoch: number
  lastSeq: number
  timeMs: number
}

export async function logEnd(db: Db): Promise<LogEnd> {
  const [row] = await db.query<{ epoch: bigint; last_seq: bigint; last_time_ms: bigint }>(
    `select h.epoch, h.last_seq, h.last_time_ms from log_heads h join products p on p.id = h.product_id
     where p.symbol = 'BTCUSDT'`,
  )
  const { epoch, last_seq: lastSeq, last_time_ms: timeMs } = ensure(row)
  return { epoch: Number(epoch), lastSeq: Number(lastSeq), timeMs: Number(timeMs) }
}

/**
 * Notes when each product's log moves, by the database's clock at the commit (times in the log do not tell: a new owner
 * fills the hole before it with watermarks), and when its lease is given up before it ends, or taken by another engine.
 */
export async function noteMoves(db: Db): Promise<void> {
  // Triggers of one event run in the order of their names: what holds a commit up in a story comes before.
  await db.exec(`
    create table log_moves (product_id int not null, epoch bigint not null, at_ms bigint not null);
    create function note_move() returns trigger language plpgsql as $$
      begin
        insert into log_moves
        select h.product_id, h.epoch, ${DATABASE_NOW_MS} from log_heads h where h.product_id = any (new.product_ids);
        return null;
      end $$;
    create constraint trigger note_move after insert on log_tail deferrable initially deferred
      for each row execute function note_move();
    create table lease_moves (product_id int not null, is_given_up boolean not null, at_ms bigint not null);
    create function note_lease() returns trigger language plpgsql as $$
      begin
        insert into lease_moves values (new.product_id, new.owner = old.owner, ${DATABASE_NOW_MS});
        return null;
      end $$;
    create trigger note_lease after update on product_leases for each row
      when (new.owner <> old.owner or (new.expires_db_ms = 0 and old.expires_db_ms > 0))
      execute function note_lease();`)
}

const DATABASE_NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

export async function databaseNowMs(db: Db): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(`select ${DATABASE_NOW_MS} as now`)
  return Number(ensure(row).now)
}

/** The longest time the log of any product has stood still since a moment, in ms of the database's clock. */
export async function standstillSince(db: Db, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ longest: bigint }>(
    `with points as (
       select product_id, at_ms from log_moves where at_ms > $1
       union all select id, unnest(array[$1, ${DATABASE_NOW_MS}]) from products)
     select max(step) as longest from (
       select at_ms - lag(at_ms) over (partition by product_id order by at_ms) as step from points) steps`,
    [BigInt(sinceMs)],
  )
  return Number(ensure(row).longest)
}

/**
 * From when the lease of each product was given up since a moment until another engine had taken it, the longest, in ms;
 * infinite where one was not given up: it had to run out.
 */
export async function handOverSince(db: Db, sinceMs: number): Promise<number> {
  const rows = await db.query<{ took: bigint | null }>(
    `select (select min(at_ms) from lease_moves m where m.product_id = p.id and not is_given_up and at_ms > $1)
          - (select min(at_ms) from lease_moves m where m.product_id = p.id and is_given_up and at_ms > $1) as took
     from products p`,
    [BigInt(sinceMs)],
  )
  return Math.max(...rows.map(({ took }) => (took === null ? Number.POSITIVE_INFINITY : Number(took))))
}

/** Waits until another engine has written on in the log of every product. */
export async function takenOver(db: Db, before: LogEnd): Promise<LogEnd> {
  const waiting = () =>
    db.query(
      `select symbol from products p
       where not exists (select 1 from log_moves m where m.product_id = p.id and m.epoch > $1)`,
      [BigInt(before.epoch)],
    )
  await expect.poll(waiting, { timeout: FAULT_WAIT_MS, interval: 50 }).toEqual([])
  return logEnd(db)
}

/** Holds what `lock` locks until it is let go. */
export async function holdLock(db: Db, lock: string): Promise<() => Promise<void>> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    held = db.tx(async (sql: Tx) => {
      await sql.query('set local idle_in_transaction_session_timeout = 0')
      await sql.query(lock)
      resolve()
      await released
    })
    held.catch(reject)
  })
  return async () => {
    release()
    await held
  }
}

/** Waits until a statement that fits waits for a lock. */
export async function waitsForLock(db: Db, like: string): Promise<void> {
  const waiting = () =>
    db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
      [like],
    )
  await expect.poll(waiting, { timeout: FAULT_WAIT_MS, interval: 20 }).not.toEqual([])
}
