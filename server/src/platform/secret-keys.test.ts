import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import { createSecretBox, SECRET_KEY_BYTES } from './secret-box.ts'
import { openSecretBox, SecretKeysError } from './secret-keys.ts'
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
const open = (path = file()) => openSecretBox({ db: opened.db, file: path, random: systemRandom, nowMs: 1 })

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
