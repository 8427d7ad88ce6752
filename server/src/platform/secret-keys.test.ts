import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import { holdsSealedMail, insertMail } from './mail-queue.store.ts'
import { createSecretBox, SECRET_KEY_BYTES } from './secret-box.ts'
import { listSecretKeys, openSecretBox, SecretKeysError } from './secret-keys.ts'
import { systemRandom } from './secret-token.ts'

let opened: TestDb
let folder: string
beforeEach(async () => {
  opened = await openTestDb()
  folder = await mkdtemp(join(tmpdir(), 'ts-secret-keys-'))
})
afterEach(async () => {
  await opened.drop()
  await rm(folder, { recursive: true, force: true })
})

const file = (name = 'keys.json'): string => join(folder, name)
const opening = (path = file()) => ({
  ...{ db: opened.db, file: path, random: systemRandom, nowMs: 1 },
  holders: [holdsSealedMail],
})
const open = (path = file()) => openSecretBox(opening(path))
const secretsIn = async (): Promise<string[]> => JSON.parse(await readFile(file(), 'utf8')).secrets
const keepSecrets = (secrets: string[]) =>
  writeFile(file(), JSON.stringify({ format: 'truestrike-secret-keys/1', secrets }))

test('[K5 K8] the first start makes a key into a file only its owner reads; the next one opens what it sealed', async () => {
  const sealed = (await open()).seal('JBSWY3DPEHPK3PXP', 'totp:1')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect((await open()).open(sealed, 'totp:1')).toBe('JBSWY3DPEHPK3PXP')
})

test('[K8] the database holds no key, and a start without the key it was sealed with is refused', async () => {
  await open()
  const { secrets } = JSON.parse(await readFile(file(), 'utf8')) as { secrets: string[] }
  const [row] = await opened.db.query<{ text: string }>(
    'select string_agg(k::text, $1) as text from secret_keys k',
    [' '],
  )
  expect(row?.text).not.toContain(secrets[0])
  await expect(open(file('of another machine.json'))).rejects.toThrow(SecretKeysError)
  await writeFile(file(), '{"format":"truestrike-secret-keys/1","secrets":["short"]}')
  await expect(open()).rejects.toThrow(SecretKeysError)
})

test('[K8] a second key seals from then on, and the first still opens', async () => {
  const old = (await open()).seal('first', 'totp:1')
  const kept = JSON.parse(await readFile(file(), 'utf8')) as { secrets: string[] }
  kept.secrets.push(Buffer.from(systemRandom(SECRET_KEY_BYTES)).toString('base64url'))
  await writeFile(file(), JSON.stringify(kept))
  const box = await open()
  const young = box.seal('second', 'totp:1')
  expect(young.split('.')[1]).not.toBe(old.split('.')[1])
  expect([box.open(old, 'totp:1'), box.open(young, 'totp:1')]).toEqual(['first', 'second'])
})

test('[K8] an older key may leave the file once nothing is sealed with it, and not before', async () => {
  const box = await open()
  const mail = {
    kind: 'note',
    sealed: box.seal('to anna', 'mail:note'),
    createdMs: 1,
    dueMs: 1,
    expiresMs: 2,
  }
  await insertMail(opened.db, mail)
  const [first = ''] = await secretsIn()
  const second = Buffer.from(systemRandom(SECRET_KEY_BYTES)).toString('base64url')
  await keepSecrets([first, second])
  const { keyId } = await open()
  expect(await listSecretKeys(opening())).toEqual([
    { id: box.keyId, needed: true },
    { id: keyId, needed: true },
  ])
  await keepSecrets([second])
  await expect(open()).rejects.toThrow(box.keyId)
  await opened.db.query('delete from mail_queue')
  expect((await open()).keyId).toBe(keyId)
  // Forgotten for good, and the newest is never unneeded: without the file nothing starts.
  expect(await opened.db.query('select key_id as id from secret_keys')).toEqual([{ id: keyId }])
  await rm(file())
  await expect(open()).rejects.toThrow(keyId)
})

test('[K8] what was changed, moved to another user, or sealed with a key that is not here does not open', () => {
  const box = createSecretBox([systemRandom(SECRET_KEY_BYTES)], systemRandom)
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'totp:1')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(box.seal('JBSWY3DPEHPK3PXP', 'totp:1')).not.toBe(sealed)
  const [version, id, nonce, body = ''] = sealed.split('.')
  const flipped = (body.startsWith('A') ? 'B' : 'A') + body.slice(1)
  const changed = [version, id, nonce, flipped].join('.')
  const short = [version, id, nonce, body.slice(0, 8)].join('.')
  for (const wrong of [changed, short, `v2.${id}.${nonce}.${body}`, '']) {
    expect(() => box.open(wrong, 'totp:1')).toThrow()
  }
  expect(() => box.open(sealed, 'totp:2')).toThrow()
  const other = createSecretBox([systemRandom(SECRET_KEY_BYTES)], systemRandom)
  expect(() => other.open(sealed, 'totp:1')).toThrow('is not here')
})

test('[K8] a file is sealed as bytes: for one context, under the newest key, and every changed byte is found', () => {
  const [older, newer] = [systemRandom(SECRET_KEY_BYTES), systemRandom(SECRET_KEY_BYTES)]
  const file = systemRandom(1_000)
  for (const bytes of [file, new Uint8Array()]) {
    const sealed = createSecretBox([older], systemRandom).sealBytes(bytes, 'document:1')
    const box = createSecretBox([older, newer], systemRandom)
    expect(box.openBytes(sealed, 'document:1')).toEqual(Buffer.from(bytes))
    expect(() => box.openBytes(sealed, 'document:2')).toThrow()
    expect(() => createSecretBox([newer], systemRandom).openBytes(sealed, 'document:1')).toThrow()
    for (const at of [0, 5, 20, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, place) => (place === at ? byte ^ 1 : byte))
      expect(() => box.openBytes(changed, 'document:1')).toThrow()
    }
    expect(() => box.openBytes(sealed.subarray(0, 10), 'document:1')).toThrow()
  }
})
