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
 * that the key right before it did not give while it was in use. Whoever hands the file over is trusted with it.
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
  const known = new Set<string>()
  let before: SiteKey | undefined
  for (const key of keys) {
    const idle = key.toMs !== null && key.toMs <= key.fromMs
    if (idle || known.has(key.id)) return fail('MALFORMED')
    if (keyIdOf(publicKeyOf(key)) !== key.id) return fail('FALSE_ID')
    if (!isEndorsed(key, before, verifySignature)) return fail('FALSE_ENDORSEMENT')
    known.add(key.id)
    before = key
  }
  return ok(keys)
}

function isEndorsed(key: SiteKey, before: SiteKey | undefined, verify: VerifySignature): boolean {
  if (key.endorsedBy === null || key.endorsement === null) return key.endorsedBy === key.endorsement
  if (before === undefined || !succeeds(key, before)) return false
  const message = endorsementMessage(publicKeyOf(key), key.fromMs)
  return verify(unwrap(decodeBase64url(key.endorsement)), message, publicKeyOf(before))
}

/** It names the key before it as its endorser, and begins while that one signs or where it ends. */
function succeeds(key: SiteKey, before: SiteKey): boolean {
  return (
    key.endorsedBy === before.id && key.fromMs >= before.fromMs && key.fromMs <= (before.toMs ?? TIME_MS_MAX)
  )
}

/**
 * The keys of a parsed file that someone who trusts only `pinned` (oldest first) may take: the pinned ones as they were,
 * and those that follow from the newest of them, each endorsed by the one before it. An older pinned key endorses nothing
 * any more: it may have been stolen since it was retired. A pinned key may be retired by the file, never revived.
 */
export function keysEndorsedBy(pinned: readonly SiteKey[], offered: readonly SiteKey[]): readonly SiteKey[] {
  const ends = new Map(offered.map(({ id, toMs }) => [id, toMs]))
  const trusted = pinned.map((key): SiteKey => ({ ...key, toMs: key.toMs ?? ends.get(key.id) ?? null }))
  for (const key of offered) {
    const newest = trusted.at(-1)
    const isKnown = trusted.some(({ id }) => id === key.id)
    if (!isKnown && newest !== undefined && succeeds(key, newest)) trusted.push(key)
  }
  return trusted
}

export function publicKeyOf(key: SiteKey): Uint8Array {
  return unwrap(decodeBase64url(key.publicKey))
}

/** Whether the key signs for a time. */
export function isKeyInUse(key: SiteKey, timeMs: number): boolean {
  return key.fromMs <= timeMs && (key.toMs === null || timeMs < key.toMs)
}
