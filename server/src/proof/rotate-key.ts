import { endorsementMessage } from '@truestrike/core/proof/site-keys.ts'
import { allowLongRest } from '../platform/long-rest.ts'
import { missingKey, type SignerOptions } from './signer.ts'
import {
  readSigningKeys,
  SECRET_BYTES,
  SigningKeysError,
  signingKeyOf,
  writeSigningKeys,
} from './signing-keys.ts'
import {
  insertSiteKey,
  lockSiteKeys,
  readSiteKeys,
  retireSiteKeys,
  type SiteKeyRow,
} from './site-keys.store.ts'

/** Real time until a new key signs: by then every process knows it, and whoever fetches the keys now has it before he needs it. */
const LEAD_MS = 60_000
/** Real time that both sign: a process that has no new file yet goes on with the old key. */
const OVERLAP_MS = 15 * 60_000
/** A private key is kept so long after it has retired (service time). */
const KEPT_MS = 86_400_000

export interface RotationOptions extends SignerOptions {
  /** Service time over real time. */
  speed: number
  /** The old private key is gone: the new one stands by itself, and signs from now on. */
  lost: boolean
}

export interface Rotation {
  keyId: string
  endorsedBy: string | null
  /** Service time: when the new key begins, and when the old ones end. */
  fromMs: number
  retireMs: number
}

/** Makes the next key. Running processes find it by themselves; nothing that was signed before changes. */
export async function rotateKey({ db, file, random, speed, lost }: RotationOptions): Promise<Rotation> {
  return await db.tx(async (sql) => {
    // The file is written under the lock, or a start and a rotation at once would lose the key of one of them.
    await allowLongRest(sql)
    await lockSiteKeys(sql)
    const { keys, nowMs } = await readSiteKeys(sql)
    const newest = keys.at(-1)
    if (newest === undefined)
      throw new SigningKeysError('This database has no key yet: its first start makes one.')
    if (Number(newest.fromMs) > nowMs) {
      throw new SigningKeysError(
        `The key ${newest.id} was made just now and does not sign yet: wait until it does.`,
      )
    }
    const held = await readSigningKeys(file)
    const older = lost ? undefined : held.get(newest.id)
    if (!lost && older === undefined) throw missingKey(file, newest.id)
    const key = signingKeyOf(random(SECRET_BYTES))
    const fromMs = Math.floor(nowMs + (lost ? 0 : LEAD_MS * speed))
    const retireMs = Math.floor(fromMs + OVERLAP_MS * speed)
    const old = new Set(keys.filter((row) => isLongRetired(row, nowMs)).map(({ id }) => id))
    // Before the commit: whatever is killed in between, a key in the table is in the file.
    await writeSigningKeys(file, [...[...held.values()].filter(({ id }) => !old.has(id)), key])
    await retireSiteKeys(sql, retireMs)
    const endorsedBy = older?.id ?? null
    const endorsement = older?.sign(endorsementMessage(key.publicKey, fromMs)) ?? null
    const { id, publicKey } = key
    await insertSiteKey(sql, { id, publicKey, fromMs: BigInt(fromMs), toMs: null, endorsedBy, endorsement })
    return { keyId: id, endorsedBy, fromMs, retireMs }
  })
}

function isLongRetired({ toMs }: SiteKeyRow, nowMs: number): boolean {
  return toMs !== null && Number(toMs) + KEPT_MS < nowMs
}
