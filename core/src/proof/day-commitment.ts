import { decodeBase64url } from '../base64url.ts'
import { createByteWriter } from '../byte-writer.ts'
import { SIGNATURE_BYTES, signedMessage, type VerifySignature, verifyEd25519 } from './signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from './site-keys.ts'

/** Who knows the seeds of all days in advance: nobody but the machine, or whoever set the master seed. */
const MASTER_BYTES = { random: 1, configured: 2 } as const

/** What the site says when it commits to a simulated day. */
export interface DayCommitment {
  readonly symbol: string
  /** Days since 1970-01-01 UTC. */
  readonly day: number
  /** 32 bytes (core/src/simulated-day.ts). */
  readonly commitment: Uint8Array
  /** When, by the service clock. */
  readonly committedMs: number
  readonly masterSeed: keyof typeof MASTER_BYTES
}

/** What is signed: symbol (length u8, ASCII) ‖ day u32 ‖ commitment ‖ time u64 ‖ master seed u8 (1 random, 2 configured). */
export function commitmentMessage(told: DayCommitment): Uint8Array {
  const out = createByteWriter(96)
  out.ascii(told.symbol)
  out.u32(told.day)
  out.raw(told.commitment)
  out.u64(told.committedMs)
  out.u8(MASTER_BYTES[told.masterSeed])
  return signedMessage('truestrike commitment 1', out.done())
}

/** Why a signed commitment does not hold by these keys; null: it does. Key id and signature (64 bytes) are base64url. */
export function commitmentFault(
  told: DayCommitment,
  { keyId, signature }: { readonly keyId: string; readonly signature: string },
  keys: readonly SiteKey[],
  verifySignature: VerifySignature = verifyEd25519,
): 'unknown-key' | 'key-not-in-use' | 'signature' | null {
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return 'unknown-key'
  if (!isKeyInUse(key, told.committedMs)) return 'key-not-in-use'
  const bytes = decodeBase64url(signature)
  const isGood =
    bytes.ok &&
    bytes.value.length === SIGNATURE_BYTES &&
    verifySignature(bytes.value, commitmentMessage(told), publicKeyOf(key))
  return isGood ? null : 'signature'
}
