import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedTestMethods } from '../src/funds/deposit-methods.store.ts'
import { markPayers } from '../src/funds/mark-payers.ts'
import { createAccountSeal } from '../src/funds/sealed-account.ts'
import { guardFundsMode } from '../src/funds-mode-guard.ts'
import { PRODUCT_SEED } from '../src/market/product-seed.ts'
import { seedProducts } from '../src/market/seed-products.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import { CommitUnknownError, DbError, DbUnavailableError } from '../src/platform/db-error.ts'
import { createFakeClock } from '../src/platform/fake-clock.ts'
import { type Migration, migrate } from '../src/platform/migrate.ts'
import { SECRET_KEY_BYTES, type SecretBox, secretKeyId } from '../src/platform/secret-box.ts'
import { openSecretBox, SecretKeysError } from '../src/platform/secret-keys.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { setServiceClock } from '../src/platform/service-clock.ts'
import { rotateKey } from '../src/proof/rotate-key.ts'
import { createSigner, type Signer } from '../src/proof/signer.ts'
import { lockSiteKeys } from '../src/proof/site-keys.store.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { holdStatement } from './held-statement.ts'
import { readProducts } from './second-trading.ts'
import { createTestApp } from './test-app.ts'
import { openEmptyTestDb, openTestDb, type TestDb, testDatabaseUrl } from './test-database.ts'

let opened: TestDb
let db: Db
let folder: string
let other: string
beforeEach(async () => {
  opened = await openTestDb()
  db = opened.db
  folder = await mkdtemp(join(tmpdir(), 'ts-start-'))
  other = await mkdtemp(join(tmpdir(), 'ts-start-'))
})
afterEach(async () => {
  await opened.drop()
  for (const path of [folder, other]) await rm(path, { recursive: true, force: true })
})

const isPostgres = testDatabaseUrl !== undefined
const START_MS = Date.UTC(2024, 2, 5)
const signingKeys = (): string => join(folder, 'signing-keys.json')
const secretKeys = (at = folder): string => join(at, 'secret-keys.json')
const secretsIn = (path: string): string[] => JSON.parse(readFileSync(path, 'utf8')).secrets
const count = async (from: Db, table: string): Promise<number> =>
  (await from.query(`select 1 from ${table}`)).length

const openSigner = (between: Db = db): Promise<Signer> =>
  createSigner({ db: between, file: signingKeys(), random: systemRandom })
const openBox = (between: Db = db, at = folder, random = systemRandom): Promise<SecretBox> =>
  openSecretBox({ db: between, file: secretKeys(at), random, nowMs: 1, holders: [] })
const rotate = (between: Db = db) =>
  rotateKey({ db: between, file: signingKeys(), random: systemRandom, speed: 1, lost: false })

/** The same database by another way to its transactions. */
function watching(from: Db, tx: (work: (sql: Tx) => Promise<unknown>) => Promise<unknown>): Db {
  return {
    ...{ kind: from.kind, query: from.query, exec: from.exec, close: from.close },
    tx: tx as Db['tx'],
  }
}

type Cut = 'answer lost' | 'not committed' | 'ended while it rests' | 'ended at a statement'
const CUTS: Cut[] = [
  'answer lost',
  'not committed',
  ...(isPostgres ? (['ended while it rests', 'ended at a statement'] as const) : []),
]

/** Its first transaction is cut off. */
function cutOnce(from: Db, how: Cut): { between: Db; cuts: () => number } {
  let cuts = 0
  const between = watching(from, async (work) => {
    if (cuts > 0) return await from.tx(work)
    cuts += 1
    if (how.startsWith('ended')) return await from.tx((sql) => work(sql).then(() => end(from, sql, how)))
    if (how === 'answer lost') await from.tx(work)
    throw new CommitUnknownError(new Error('the line was cut'))
  })
  return { between, cuts: () => cuts }
}

/** PostgreSQL ends the connection: at the last statement, or because the transaction rests for longer than it may. */
async function end(from: Db, sql: Tx, how: Cut): Promise<void> {
  if (how === 'ended at a statement') await sql.query('select pg_terminate_backend(pg_backend_pid())')
  const [own] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
  await sql.exec('set local idle_in_transaction_session_timeout = 1')
  for (let tries = 0; tries < 5_000; tries += 1) {
    const found = await from.query('select 1 from pg_stat_activity where pid = $1', [own?.pid ?? 0])
    if (found.length === 0) return
  }
  throw new Error('PostgreSQL has not ended it')
}

const migrationOf = (number: number, script: string): Migration => ({
  ...{ name: `000${number}-step.sql`, number, script },
  checksum: createHash('sha256').update(script).digest('hex'),
})
const MIGRATIONS = [
  migrationOf(1, 'create table a (id int); insert into a values (1)'),
  migrationOf(2, 'insert into a values (2)'),
]
const serviceMs = async (): Promise<number> => {
  const [row] = await db.query<{ ms: bigint }>('select service_now_ms() as ms')
  return Number(row?.ms)
}

/** What each does, and what is there afterwards. */
const STEPS: Record<string, (between: Db) => Promise<unknown>> = {
  'its keys to sign with': async (between) => {
    const signer = await openSigner(between)
    const { keys } = signer.keysFile()
    return [
      keys.length,
      secretsIn(signingKeys()).length,
      signer.signAt(1, new Uint8Array(1)).keyId === keys[0]?.id,
    ]
  },
  'its keys of stored secrets': async (between) => {
    const { keyId } = await openBox(between)
    const rows = await db.query('select key_id as id from secret_keys')
    return [
      rows.length,
      secretsIn(secretKeys()).length,
      JSON.stringify(rows) === JSON.stringify([{ id: keyId }]),
    ]
  },
  'its clock': async (between) => {
    const mode = { startMs: START_MS, isStartAsked: false, endMs: START_MS + 1_000, speed: 5 }
    await setServiceClock(between, { kind: 'replay', ...mode })
    return await serviceMs()
  },
  'its funds mode': async (between) => {
    await guardFundsMode(between, 'live', { hasRealTransfers: async () => false })
    return await db.query("select value from platform_meta where key = 'funds_mode'")
  },
  'its products': async (between) => {
    await seedProducts(between, { source: 'simulated', forexAlwaysOpen: false })
    return await count(db, 'products')
  },
  'its test methods of deposits': async (between) => {
    await seedTestMethods(between, START_MS)
    return await count(db, 'deposit_methods')
  },
  'its payers marked': async (between) => await markPayers(between, createAccountSeal(await openBox())),
}
const DONE: Record<keyof typeof STEPS, unknown> = {
  'its keys to sign with': [1, 1, true],
  'its keys of stored secrets': [1, 1, true],
  'its clock': START_MS,
  'its funds mode': [{ value: 'live' }],
  'its products': PRODUCT_SEED.length,
  'its test methods of deposits': 3,
  'its payers marked': undefined,
}

describe.each(CUTS)('[S-6] a start goes on although its transaction is cut off (%s)', (how) => {
  test.each(Object.keys(STEPS))('and has %s once', async (name) => {
    const { between, cuts } = cutOnce(db, how)
    expect(await STEPS[name]?.(between)).toEqual(DONE[name])
    expect(cuts()).toBe(1)
  })

  test('and has each migration once', async () => {
    const empty = await openEmptyTestDb()
    try {
      const { between, cuts } = cutOnce(empty.db, how)
      await migrate(between, MIGRATIONS)
      expect(cuts()).toBe(1)
      expect(await empty.db.query('select id from a order by id')).toEqual([{ id: 1 }, { id: 2 }])
      expect(await migrate(empty.db, MIGRATIONS)).toEqual([])
    } finally {
      await empty.drop()
    }
  })
})

/** Single statements of a start, of prices and of contracts. */
const STATEMENTS: Record<string, RegExp> = {
  'its mode of funds': /^update trading_settings set funds_mode/,
  'its default rules': /insert into game_rules/,
  'its days of prices': /^insert into sim_days/,
  'the contracts that wait for their opening': /from contracts where .*state = 'opening' order by id/,
  'the contracts that are due': /market_heads/,
}

/** The first time that each statement comes, its connection is lost: `answered`: once it has been carried out. */
function cutStatements(from: Db, answered: boolean): string[] {
  const left = new Map(Object.entries(STATEMENTS))
  const cut: string[] = []
  const { query } = from
  from.query = async (text, params) => {
    const [name] = [...left].find(([, statement]) => statement.test(text)) ?? []
    if (name === undefined) return await query(text, params)
    left.delete(name)
    cut.push(name)
    if (answered) await query(text, params)
    throw new DbUnavailableError('the line was cut')
  }
  return cut
}

test.each([true, false])(
  '[S-6] a start goes on although each statement of its prices and contracts is cut off once (carried out: %s)',
  async (answered) => {
    const app = await createTestApp({ feed: 'configured' })
    await app.db.query("update trading_settings set allowed_countries = '{DE}'")
    try {
      const cut = cutStatements(app.db, answered)
      await app.app.start()
      expect(cut.sort()).toEqual(Object.keys(STATEMENTS).sort())
      const settings = await app.db.query('select funds_mode, allowed_countries from trading_settings')
      expect(settings).toEqual([{ funds_mode: 'test', allowed_countries: [] }])
      const products = await app.db.query('select distinct product_id from active_rules')
      expect(products).toHaveLength(PRODUCT_SEED.length)
      expect(await count(app.db, 'sim_days')).toBeGreaterThanOrEqual(PRODUCT_SEED.length)
      expect(app.logged).toEqual([])
    } finally {
      await app.close()
    }
  },
)

test('[S-6] a step that the database ends for a deadlock is carried out again', async () => {
  let tries = 0
  const deadlocked = watching(db, async (work) => {
    tries += 1
    if (tries === 1) throw new DbError({ message: 'deadlock detected', code: '40P01' })
    return await db.tx(work)
  })
  await openSigner(deadlocked)
  expect(tries).toBe(2)
})

test('[S-6] a step that is cut off every time ends with what cut it off', async () => {
  let tries = 0
  const never = watching(db, async () => {
    tries += 1
    throw new CommitUnknownError(new Error('the line was cut'))
  })
  await expect(openSigner(never)).rejects.toThrow(CommitUnknownError)
  expect(tries).toBe(8)
})

test('[S-6] processes that start at once enter the test methods of deposits once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => seedTestMethods(db, START_MS)))
  expect(await count(db, 'deposit_methods')).toBe(3)
})

test('[S-6] processes that start at once give each product its default rules once', async () => {
  await seedProducts(db, { source: 'simulated', forexAlwaysOpen: false })
  const products = await readProducts({ db })
  const clock = await createFakeClock()
  const rules = createGameRulesService({ db, clock, products })
  await Promise.all(Array.from({ length: 5 }, () => rules.seedDefaults(products.list())))
  expect(await count(db, 'active_rules')).toBeGreaterThan(PRODUCT_SEED.length)
  expect(await count(db, 'game_rules')).toBe(await count(db, 'active_rules'))
})

test('[S-6] a refusal is told at once', async () => {
  let tries = 0
  const refused = watching(db, (work) => {
    tries += 1
    return db.tx((sql) => work(sql).then(() => sql.query('select 1 / 0')))
  })
  await expect(openSigner(refused)).rejects.toThrow('division by zero')
  expect(tries).toBe(1)
})

test('[S-6] the first key of stored secrets is in its file before any transaction begins', async () => {
  const seen: string[][] = []
  const box = await openBox(
    watching(db, async (work) => {
      seen.push(secretsIn(secretKeys()))
      return await db.tx(work)
    }),
  )
  expect(seen).toEqual([secretsIn(secretKeys())])
  expect(box.open(box.seal('text', 'totp:1'), 'totp:1')).toBe('text')
})

test('[S-6] killed between the file and the transaction, it starts with the key of the file', async () => {
  const killed = watching(db, () => Promise.reject(new Error('killed')))
  await expect(openBox(killed)).rejects.toThrow('killed')
  const [secret] = secretsIn(secretKeys())
  await openBox()
  expect([secretsIn(secretKeys()), await count(db, 'secret_keys')]).toEqual([[secret], 1])
})

describe('[S-6] two processes that find no key of stored secrets', () => {
  /** One has found none when the other one makes its key. */
  async function startBoth(at: string): Promise<[SecretBox, Promise<SecretBox>]> {
    const late = watching(db, db.tx as never)
    const held = holdStatement(late, /from secret_keys/)
    const second = openBox(late, at)
    second.catch(() => undefined)
    await held.reached
    const first = await openBox()
    held.release()
    return [first, second]
  }

  test('take the same one from the same folder', async () => {
    const [first, second] = await startBoth(folder)
    expect((await second).keyId).toBe(first.keyId)
    expect([secretsIn(secretKeys()).length, await count(db, 'secret_keys')]).toEqual([1, 1])
  })

  test('take the same one when both make the file', async () => {
    const secret = Buffer.from(systemRandom(SECRET_KEY_BYTES)).toString('base64url')
    const made = JSON.stringify({ format: 'truestrike-secret-keys/1', secrets: [secret] })
    const box = await openBox(db, folder, (bytes) => {
      // It has looked for the file and found none.
      writeFileSync(secretKeys(), made)
      return systemRandom(bytes)
    })
    expect(readFileSync(secretKeys(), 'utf8')).toBe(made)
    expect(box.keyId).toBe(secretKeyId(Buffer.from(secret, 'base64url')))
    expect((await openBox()).keyId).toBe(box.keyId)
    expect(await readdir(folder)).toEqual(['secret-keys.json'])
  })

  test('do not take one each from two folders: the later is refused, now and when it starts again', async () => {
    const [first, second] = await startBoth(other)
    await expect(second).rejects.toThrow(SecretKeysError)
    await expect(openBox(db, other)).rejects.toThrow(first.keyId)
    expect((await openBox()).keyId).toBe(first.keyId)
    expect(await count(db, 'secret_keys')).toBe(1)
  })

  test('start all at once and make one file', async () => {
    const boxes = await Promise.all(Array.from({ length: 6 }, () => openBox()))
    expect(new Set(boxes.map(({ keyId }) => keyId)).size).toBe(1)
    expect([secretsIn(secretKeys()).length, await count(db, 'secret_keys')]).toEqual([1, 1])
  })
})

test('[S-6] a transaction that writes the keys the site signs with may rest for as long as a disk takes', async () => {
  const rests: unknown[] = []
  const between = watching(db, (work) =>
    db.tx((sql) =>
      work({
        exec: sql.exec,
        async query(text, params) {
          // The first statement after the file.
          if (/^(insert into|update) site_keys/.test(text)) {
            expect(existsSync(signingKeys())).toBe(true)
            rests.push(...(await sql.query('show idle_in_transaction_session_timeout')))
          }
          return await sql.query(text, params)
        },
      }),
    ),
  )
  await openSigner(between)
  await rotate(between)
  const minute = { idle_in_transaction_session_timeout: '1min' }
  expect(rests).toEqual([minute, minute, minute])
})

// The embedded database has one process: nobody else holds a lock.
test.skipIf(!isPostgres)('[S-6] a start of a database that has its keys waits for no lock', async () => {
  const [signer, box] = [await openSigner(), await openBox()]
  await db.tx(async (holder) => {
    await lockSiteKeys(holder)
    await holder.query('lock table secret_keys in share row exclusive mode')
    const message = new Uint8Array(1)
    expect((await openSigner()).signAt(1, message)).toEqual(signer.signAt(1, message))
    expect((await openBox()).keyId).toBe(box.keyId)
  })
})
