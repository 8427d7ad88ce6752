import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { createByteWriter } from '../byte-writer.ts'
import { fail, ok, type Result, unwrap } from '../result.ts'
import { bytesText, FormatFault, listOf, nullable, objectOf, oneOf, whole } from './json-codec.ts'
import {
  PUBLIC_KEY_BYTES,
  SIGNATURE_BYTES,
  signedMessage,
  type VerifySignature,
  verifyEd25519,
} from './signature.ts'

const KEY_ID_BYTES = 16
const SITE_KEYS_MAX = 1_000
/** Last moment a date can name. */
export const TIME_MS_MAX = 8_640_000_000_000_000

/** A key of the site and when it signs. Keys and signatures are base64url. */
export interface SiteKey {
  readonly id: string
  readonly publicKey: string
  /** It signs for times in [fromMs, toMs); null: until further notice. */
  readonly fromMs: number
  readonly toMs: number | null
  /** The older key that vouches for it, and how; null for one that stands by itself. */
  readonly endorsedBy: string | null
  readonly endorsement: string | null
}

export const keyIdText = bytesText(KEY_ID_BYTES)
export const signatureText = bytesText(SIGNATURE_BYTES)
export const timeMs = whole(0, TIME_MS_MAX)

const keysFile = objectOf<{ format: string; keys: readonly SiteKey[] }>({
  format: oneOf('truestrike-keys/1'),
  keys: listOf(
    objectOf<SiteKey>({
      id: keyIdText,
      publicKey: bytesText(PUBLIC_KEY_BYTES),
      fromMs: timeMs,
      toMs: nullable(timeMs),
      endorsedBy: nullable(keyIdText),
      endorsement: nullable(signatureText),
    }),
    1,
    SITE_KEYS_MAX,
  ),
})

/** First 16 bytes of SHA-256(public key), base64url. */
export function keyIdOf(publicKey: Uint8Array): string {
  return encodeBase64url(sha256(publicKey).slice(0, KEY_ID_BYTES))
}

/** What an older key signs to vouch for a newer one: public key ‖ fromMs u64. */
export function endorsementMessage(publicKey: Uint8Array, fromMs: number): Uint8Array {
  const out = createByteWriter(40)
  out.raw(publicKey)
  out.u64(fromMs)
  return signedMessage('truestrike key 1', out.done())
}

/**
 * Keys of a keys file, oldest first, or why it is none: not the form, an id that is not its key's, or an endorsement
 * that an older key of the file did not give while it was in use. Whoever hands the file over is trusted with it.
 */
export function parseSiteKeys(
  json: unknown,
  verifySignature: VerifySignature = verifyEd25519,
): Result<readonly SiteKey[], 'MALFORMED' | 'FALSE_ID' | 'FALSE_ENDORSEMENT'> {
  let keys: readonly SiteKey[]
  try {
    keys = keysFile.read(json, '').keys
  } catch (error) {
    if (error instanceof FormatFault) return fail('MALFORMED')
    throw error
  }
  const known = new Map<string, SiteKey>()
  for (const key of keys) {
    const idle = key.toMs !== null && key.toMs <= key.fromMs
    if (idle || known.has(key.id)) return fail('MALFORMED')
    if (keyIdOf(publicKeyOf(key)) !== key.id) return fail('FALSE_ID')
    if (!isEndorsed(key, known, verifySignature)) return fail('FALSE_ENDORSEMENT')
    known.set(key.id, key)
  }
  return ok(keys)
}

function isEndorsed(key: SiteKey, known: ReadonlyMap<string, SiteKey>, verify: VerifySignature): boolean {
  if (key.endorsedBy === null || key.endorsement === null) return key.endorsedBy === key.endorsement
  const older = known.get(key.endorsedBy)
  if (older === undefined || key.fromMs < older.fromMs || key.fromMs > (older.toMs ?? TIME_MS_MAX))
    return false
  const message = endorsementMessage(publicKeyOf(key), key.fromMs)
  return verify(unwrap(decodeBase64url(key.endorsement)), message, publicKeyOf(older))
}

/**
 * The keys of a parsed file that someone who trusts only `pinned` may take: the pinned ones as they were, and those that
 * lead back to them by endorsements. A pinned key may be retired by the file, never revived.
 */
export function keysEndorsedBy(pinned: readonly SiteKey[], offered: readonly SiteKey[]): readonly SiteKey[] {
  const trusted = new Map(pinned.map((key) => [key.id, key]))
  for (const key of offered) {
    const mine = trusted.get(key.id)
    if (mine !== undefined) trusted.set(key.id, { ...mine, toMs: mine.toMs ?? key.toMs })
    else if (key.endorsedBy !== null && trusted.has(key.endorsedBy)) trusted.set(key.id, key)
  }
  return [...trusted.values()]
}

export function publicKeyOf(key: SiteKey): Uint8Array {
  return unwrap(decodeBase64url(key.publicKey))
}

/** Whether the key signs for a time. */
export function isKeyInUse(key: SiteKey, timeMs: number): boolean {
  return key.fromMs <= timeMs && (key.toMs === null || timeMs < key.toMs)
}
