import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { keysEndorsedBy, parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../src/platform/db.ts'
import { createFakeClock, type FakeClock } from '../src/platform/fake-clock.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { rotateKey } from '../src/proof/rotate-key.ts'
import { createSigner, type Signer } from '../src/proof/signer.ts'
import { createFailingDb } from './market-rig.ts'
import { createTestApp } from './test-app.ts'
import { openTestDb, type TestDb } from './test-database.ts'

let opened: TestDb
let db: Db
let clock: FakeClock
let folder: string
let file: string
beforeEach(async () => {
  opened = await openTestDb()
  db = opened.db
  clock = await createFakeClock({ db })
  folder = await mkdtemp(join(tmpdir(), 'truestrike-keys-'))
  file = join(folder, 'signing-keys.json')
})
afterEach(async () => {
  await opened.drop()
  await rm(folder, { recursive: true, force: true })
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const message = Buffer.from('a message')
const start = (between: Db = db, keysFile = file): Promise<Signer> =>
  createSigner({ db: between, file: keysFile, random: systemRandom })
const rotate = (given: { lost?: boolean; between?: Db; speed?: number } = {}) =>
  rotateKey({
    ...{ db: given.between ?? db, file, random: systemRandom },
    ...{ speed: given.speed ?? 1, lost: given.lost ?? false },
  })
const keysOf = (signer: Signer): readonly SiteKey[] => unwrap(parseSiteKeys(signer.keysFile()))
const secretsIn = (path: string): string[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as { secrets: string[] }).secrets

/** Whether the key that is named made the signature and is in use at the time, by another implementation. */
function isGood(signer: Signer, timeMs: number): boolean {
  const { keyId, signature } = signer.signAt(timeMs, message)
  const { publicKey, fromMs, toMs } = ensure(keysOf(signer).find(({ id }) => id === keyId))
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  const isInUse = fromMs <= timeMs && (toMs === null || timeMs < toMs)
  return isInUse && verify(null, message, key, Buffer.from(signature, 'base64url'))
}

test('[P1] the first start makes a key in a file of mode 600, later ones and other processes take it', async () => {
  const starts = await Promise.all([start(), start(), start(), start()])
  const signatures = starts.map((signer) => signer.signAt(clock.nowMs(), message))
  expect(new Set(signatures.map(({ signature }) => signature)).size).toBe(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(secretsIn(file)).toHaveLength(1)
  const again = await start()
  expect(again.signAt(clock.nowMs(), message)).toEqual(signatures[0])
  expect(keysOf(again)).toMatchObject([{ fromMs: 0, toMs: null, endorsedBy: null, endorsement: null }])
  // In use at every time: a replay lives in its recording's.
  for (const timeMs of [0, clock.nowMs(), clock.nowMs() * 2]) expect(isGood(again, timeMs)).toBe(true)
})

test('[P1] everyone gets the public keys, in the envelope and as the file verifiers take, never a private one', async () => {
  const app = await createTestApp()
  try {
    const client = app.client()
    const told = await client.ok(getSiteKeys)
    expect(unwrap(parseSiteKeys(told))).toHaveLength(1)
    const raw = await client.raw('GET', '/.well-known/truestrike-keys.json')
    expect(raw.json()).toEqual(told)
    const secret = ensure(secretsIn(app.config.signingKeysFile)[0])
    expect(raw.body).not.toContain(secret)
    const rows = await app.db.query('select * from site_keys')
    expect(rows).toHaveLength(1)
    const written = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(written).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  } finally {
    await app.close()
  }
})

test('[P1] a database whose key is not in the file is refused, with what to do; the right file mends it', async () => {
  await start()
  const [keyId] = (await db.query<{ id: string }>('select id from site_keys')).map(({ id }) => id)
  const kept = readFileSync(file)
  await rm(file)
  await expect(start()).rejects.toThrow(`${file}: expected the private key ${keyId}`)
  await expect(start()).rejects.toThrow('keys:rotate -- --lost')
  await writeFile(file, '{"format": "something else"}')
  await expect(start()).rejects.toThrow('restore it from a backup')
  await writeFile(file, kept)
  expect(isGood(await start(), clock.nowMs())).toBe(true)
})

test('[P1] databases that share a folder have a key each: no two logs of a product are signed by one', async () => {
  const other = await openTestDb()
  try {
    await createFakeClock({ db: other.db })
    const [here, there] = [await start(), await start(other.db)]
    expect(keysOf(here)).not.toEqual(keysOf(there))
    expect(secretsIn(file)).toHaveLength(2)
    for (const signer of [await start(), await start(other.db)])
      expect(isGood(signer, clock.nowMs())).toBe(true)
  } finally {
    await other.drop()
  }
})

test.each(['rolled back', 'answer lost'] as const)(
  '[P1] [O4] killed while a key is made (%s): what the table names is in the file',
  async (fate) => {
    const between = createDyingDb(fate)
    await expect(start(between)).rejects.toThrow('killed')
    expect(isGood(await start(), clock.nowMs())).toBe(true)
    await expect(rotate({ between })).rejects.toThrow('killed')
    const signer = await start()
    expect(keysOf(signer)).toHaveLength(fate === 'rolled back' ? 1 : 2)
    for (const afterMs of [0, 5 * MINUTE_MS, DAY_MS])
      expect(isGood(signer, clock.nowMs() + afterMs)).toBe(true)
    if (fate === 'rolled back') await rotate()
    expect(keysOf(await start())).toHaveLength(2)
  },
)

/** Its transactions end as those of a process that is killed at their commit. */
function createDyingDb(fate: 'rolled back' | 'answer lost'): Db {
  const dying = createFailingDb(db)
  dying.tx = async (work) => {
    const killed = new Error('killed')
    await db.tx(async (sql) => {
      await work(sql)
      if (fate === 'rolled back') throw killed
    })
    throw killed
  }
  return dying
}

test('[P1] a new key is endorsed by the old one and takes over without a gap; who pinned the old one may take it', async () => {
  const signer = await start()
  const pinned = keysOf(signer)
  const oldId = ensure(pinned[0]).id
  const { keyId: newId, endorsedBy, fromMs, retireMs } = await rotate()
  expect([endorsedBy, fromMs - clock.nowMs(), retireMs - fromMs]).toEqual([oldId, MINUTE_MS, 15 * MINUTE_MS])
  await signer.refresh()
  const keys = keysOf(signer)
  expect(keys).toMatchObject([
    { id: oldId, fromMs: 0, toMs: retireMs },
    { id: newId, fromMs, toMs: null },
  ])
  expect(keysEndorsedBy(pinned, keys).map(({ id }) => id)).toEqual([oldId, newId])
  const idAt = (timeMs: number) => signer.signAt(timeMs, message).keyId
  expect([fromMs - 1, fromMs, retireMs].map(idAt)).toEqual([oldId, newId, newId])
  for (const timeMs of [fromMs - 1, fromMs, retireMs]) expect(isGood(signer, timeMs)).toBe(true)
  await expect(rotate()).rejects.toThrow('does not sign yet')
})

test('[P1] the times of a rotation follow the speed of a replay: they are real time', async () => {
  await start()
  const { fromMs, retireMs } = await rotate({ speed: 60 })
  expect([fromMs - clock.nowMs(), retireMs - fromMs]).toEqual([60 * MINUTE_MS, 900 * MINUTE_MS])
})

test('[P1] a process without the new file says so and goes on with the old key until that retires', async () => {
  const copy = join(folder, 'of-another-machine.json')
  await start()
  await writeFile(copy, readFileSync(file))
  const elsewhere = await start(db, copy)
  const { keyId, fromMs, retireMs } = await rotate()
  await expect(elsewhere.refresh()).rejects.toThrow(`${copy}: expected the private key ${keyId}`)
  expect(keysOf(elsewhere)).toHaveLength(2)
  expect(isGood(elsewhere, fromMs + 1)).toBe(true)
  expect(elsewhere.canSignAt(retireMs)).toBe(false)
  expect(() => elsewhere.signAt(retireMs, message)).toThrow('no key that is in use')
  await writeFile(copy, readFileSync(file))
  await elsewhere.refresh()
  expect(isGood(elsewhere, retireMs)).toBe(true)
})

test('[P1] a lost key is followed by one that stands by itself, and only when that is asked for', async () => {
  const signer = await start()
  await rm(file)
  await expect(rotate()).rejects.toThrow('--lost')
  await clock.advance(1_000)
  const { keyId, endorsedBy, fromMs } = await rotate({ lost: true })
  expect([endorsedBy, fromMs]).toEqual([null, clock.nowMs()])
  const found = await start()
  expect(found.signAt(clock.nowMs(), message).keyId).toBe(keyId)
  expect(isGood(found, clock.nowMs())).toBe(true)
  expect(keysEndorsedBy(keysOf(signer), keysOf(found))).toHaveLength(1)
})

test('[P1] a private key leaves the file with the first rotation a day after it retired; its public part stays for ever', async () => {
  await start()
  const first = ensure(secretsIn(file)[0])
  const { retireMs } = await rotate()
  await clock.set(retireMs + DAY_MS)
  await rotate()
  expect(secretsIn(file)).toContain(first)
  await clock.advance(MINUTE_MS)
  await rotate()
  expect(secretsIn(file)).not.toContain(first)
  const signer = await start()
  expect(keysOf(signer)).toHaveLength(4)
  expect(isGood(signer, clock.nowMs())).toBe(true)
  for (const change of [
    'delete from site_keys',
    'truncate site_keys cascade',
    'update site_keys set from_ms = 5',
    `update site_keys set public_key = decode(repeat('00', 32), 'hex')`,
    'update site_keys set endorsed_by = null, endorsement = null',
  ])
    await expect(db.query(change)).rejects.toMatchObject({ code: '55000' })
})
