import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import type { SiteKeysFile } from '@truestrike/protocol/proof-endpoints.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { allowLongRest } from '../platform/long-rest.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { carryOutStep } from '../platform/start-step.ts'
import {
  readSigningKeys,
  SECRET_BYTES,
  type SigningKey,
  type SigningKeys,
  SigningKeysError,
  signingKeyOf,
  writeSigningKeys,
} from './signing-keys.ts'
import { insertSiteKey, lockSiteKeys, readSiteKeys, type SiteKeyRow } from './site-keys.store.ts'

export interface Signature {
  /** Base64url, both. */
  keyId: string
  signature: string
}

/** The site's keys, for whoever signs. */
export interface Signer {
  /**
   * Signs with the newest key in use at a time of the service clock; the same time and message give the same signature
   * as long as that key is kept. Throws when no private key of that time is here.
   */
  signAt(timeMs: number, message: Uint8Array): Signature
  canSignAt(timeMs: number): boolean
  /** The keys file of docs/proof.md. */
  keysFile(): SiteKeysFile
  /** Reads what a rotation has changed; throws when the file lacks the newest key. */
  refresh(): Promise<void>
}

export interface SignerOptions {
  db: Db
  /** Where the private keys are kept. */
  file: string
  random: RandomBytes
}

/** Makes the first key of a database that has none; refuses one whose keys are not in the file. */
export async function createSigner(options: SignerOptions): Promise<Signer> {
  const { db, file } = options
  // Most starts find one and wait for no lock.
  if ((await readSiteKeys(db)).keys.length === 0) {
    const key = signingKeyOf(options.random(SECRET_BYTES))
    await carryOutStep(() => db.tx((sql) => enterFirstKey(sql, file, key)))
  }
  let keys: readonly SiteKeyRow[] = []
  let signing: SigningKeys = new Map()
  const refresh = async (): Promise<void> => {
    keys = (await readSiteKeys(db)).keys
    const { id } = ensure(keys.at(-1))
    if (signing.has(id)) return
    signing = await readSigningKeys(file)
    if (!signing.has(id)) throw missingKey(file, id)
  }
  await refresh()
  const keyAt = (timeMs: number): SigningKey | undefined => {
    const row = keys.findLast(({ id, fromMs, toMs }) => {
      const inUse = Number(fromMs) <= timeMs && (toMs === null || timeMs < Number(toMs))
      return inUse && signing.has(id)
    })
    return row && signing.get(row.id)
  }
  return {
    signAt(timeMs, message) {
      const key = keyAt(timeMs)
      if (key === undefined) throw new Error(`${file} holds no key that is in use at ${timeMs}`)
      return { keyId: key.id, signature: encodeBase64url(key.sign(message)) }
    },
    canSignAt: (timeMs) => keyAt(timeMs) !== undefined,
    keysFile: () => ({ format: 'truestrike-keys/1', keys: keys.map(publicFormOf) }),
    refresh,
  }
}

/** How soon a process signs with a key that another one has made, at most. Real time. */
const FOLLOW_EVERY_MS = 5_000

/** Keeps a signer up with the keys that other processes make. Returns the way to stop. */
export function followSiteKeys(
  signer: Pick<Signer, 'refresh'>,
  clock: Pick<Clock, 'every'>,
  onError: (error: unknown) => void,
): Cancel {
  return clock.every(FOLLOW_EVERY_MS, () => signer.refresh().catch(onError))
}

/**
 * The file is written before the row is committed: whatever is killed in between, a key in the table is in the file. A
 * database begins with a key of its own, or two logs of one product would be signed by the same.
 *
 * It is written under the lock, as nothing else keeps two processes from adding to the file at once, which would lose the
 * key of one of them: whose a key of the file is, and whether it may be used here, only the table tells.
 */
async function enterFirstKey(sql: Sql, file: string, key: SigningKey): Promise<void> {
  await allowLongRest(sql)
  await lockSiteKeys(sql)
  if ((await readSiteKeys(sql)).keys.length > 0) return
  const { id, publicKey } = key
  // Once more after a commit that was lost: the key is there already.
  await writeSigningKeys(file, new Map([...(await readSigningKeys(file)), [id, key]]).values())
  // From the beginning of time: a replay lives in its recording's.
  await insertSiteKey(sql, { id, publicKey, fromMs: 0n, toMs: null, endorsedBy: null, endorsement: null })
}

/** What an operator can do about it. */
export function missingKey(file: string, keyId: string): SigningKeysError {
  return new SigningKeysError(
    `${file}: expected the private key ${keyId} the site signs with. Copy the file from where it was made (the first DATA_DIR, or where npm run keys:rotate was run), or restore it from a backup. If it is lost for good, npm run keys:rotate -- --lost makes a new key that stands by itself.`,
  )
}

function publicFormOf(key: SiteKeyRow): SiteKeysFile['keys'][number] {
  return {
    id: key.id,
    publicKey: encodeBase64url(key.publicKey),
    fromMs: Number(key.fromMs),
    toMs: key.toMs === null ? null : Number(key.toMs),
    endorsedBy: key.endorsedBy,
    endorsement: key.endorsement === null ? null : encodeBase64url(key.endorsement),
  }
}
