import { readFile } from 'node:fs/promises'
import type { Db, Sql } from './db.ts'
import { createOwnerOnly, makeDurable } from './durable-file.ts'
import { createSecretBox, SECRET_KEY_BYTES, type SecretBox, sealedBy, secretKeyId } from './secret-box.ts'
import type { RandomBytes } from './secret-token.ts'
import { carryOutStep } from './start-step.ts'

const FORMAT = 'truestrike-secret-keys/1'

/** The keys are not there, or are not those of this database: only the operator can bring them. */
export class SecretKeysError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SecretKeysError'
  }
}

interface SecretKeysOptions {
  db: Db
  /** Where the keys are kept, oldest first. */
  file: string
  random: RandomBytes
  nowMs: number
  /** Where sealed texts lie: whether one of them begins so. */
  holders: readonly HoldsSealed[]
}

export type HoldsSealed = (sql: Sql, beginning: string) => Promise<boolean>

/**
 * Makes the first key of a database that has none; refuses a file that lacks one something in this database is sealed
 * with. A key that nothing needs any more may be gone, and is forgotten.
 */
export async function openSecretBox(options: SecretKeysOptions): Promise<SecretBox> {
  const { db, random } = options
  const keys = await readOrMakeKeys(options)
  const ids = keys.map(secretKeyId)
  const known = await listKnown(db)
  // Most starts find nothing to do and wait for no lock.
  const isEntered = known.length === ids.length && ids.every((id) => known.includes(id))
  if (!isEntered) await carryOutStep(() => db.tx((sql) => enterKeys(sql, ids, options)))
  return createSecretBox(keys, random)
}

/**
 * A first key is in its file, whole and durable, before any transaction begins: a key that the table names is in the file,
 * whatever is killed in between. Of several processes one makes the file, and all take what is in it.
 */
async function readOrMakeKeys({ db, file, random }: SecretKeysOptions): Promise<Uint8Array[]> {
  // Before the file: what is known by then was in it.
  const [known] = await listKnown(db)
  const found = await readKeys(file)
  if (found.length > 0) {
    if (known === undefined) await makeDurable(file)
    return found
  }
  if (known !== undefined) throw missingKey(file, known)
  await createOwnerOnly(file, textOf([random(SECRET_KEY_BYTES)]))
  return await readKeys(file)
}

/** `ids`: of the file. */
async function enterKeys(sql: Sql, ids: readonly string[], options: SecretKeysOptions): Promise<void> {
  const { file, nowMs } = options
  await sql.query('lock table secret_keys in share row exclusive mode')
  const known = await listKnown(sql)
  const gone = known.filter((id) => !ids.includes(id))
  for (const id of gone) {
    // A file with none of them is another database's, or was made while a process with another folder made the first key:
    // going on with it would lose what the others seal meanwhile.
    const isOther = gone.length === known.length
    if (isOther || (await isNeeded(sql, id, options))) throw missingKey(file, id)
    await sql.query('delete from secret_keys where key_id = $1', [id])
  }
  for (const id of ids) await insertKey(sql, id, nowMs)
}

async function listKnown(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('select key_id as id from secret_keys order by created_ms')
  return rows.map(({ id }) => id)
}

/** The keys of the file, oldest first; the last one seals and is always needed. */
export async function listSecretKeys({
  db,
  file,
  holders,
}: Omit<SecretKeysOptions, 'random' | 'nowMs'>): Promise<{ id: string; needed: boolean }[]> {
  const ids = (await readKeys(file)).map(secretKeyId)
  const needs = await Promise.all(ids.map((id) => isNeeded(db, id, { holders })))
  return ids.map((id, index) => ({ id, needed: index === ids.length - 1 || needs[index] === true }))
}

async function isNeeded(
  sql: Sql,
  keyId: string,
  { holders }: Pick<SecretKeysOptions, 'holders'>,
): Promise<boolean> {
  for (const holds of holders) if (await holds(sql, sealedBy(keyId))) return true
  return false
}

async function insertKey(sql: Sql, id: string, nowMs: number): Promise<void> {
  await sql.query('insert into secret_keys (key_id, created_ms) values ($1, $2) on conflict do nothing', [
    id,
    nowMs,
  ])
}

async function readKeys(file: string): Promise<Uint8Array[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const keys = text === null ? [] : keysOf(text)
  if (keys === null) {
    throw new SecretKeysError(
      `${file}: expected the keys of stored secrets as they were written; restore it from a backup`,
    )
  }
  return keys
}

function textOf(keys: readonly Uint8Array[]): string {
  const secrets = keys.map((key) => Buffer.from(key).toString('base64url'))
  return `${JSON.stringify({ format: FORMAT, secrets }, null, 2)}\n`
}

/** Null: not what `textOf` writes. */
function keysOf(text: string): Uint8Array[] | null {
  try {
    const { format, secrets } = JSON.parse(text) as { format: unknown; secrets: string[] }
    const keys = secrets.map((secret) => new Uint8Array(Buffer.from(secret, 'base64url')))
    const fit = keys.length > 0 && keys.every(({ length }) => length === SECRET_KEY_BYTES)
    return format === FORMAT && fit ? keys : null
  } catch {
    return null
  }
}

function missingKey(file: string, id: string): SecretKeysError {
  return new SecretKeysError(
    `${file}: expected the key ${id}, which secrets in this database are sealed with. Copy the file from where it was made (the DATA_DIR of the first start), or restore it from a backup. Without it, users with two-factor sign-in cannot sign in.`,
  )
}
