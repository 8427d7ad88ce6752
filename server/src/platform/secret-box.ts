import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { RandomBytes } from './secret-token.ts'

export const SECRET_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'
/** Version, key id and nonce with their dots, and some. */
const HEAD_BYTES_MAX = 64

/** Keeps short secrets encrypted at rest. */
export interface SecretBox {
  /** Of the key that seals; what is sealed with it begins with `sealedBy` of it. */
  keyId: string
  /** Oldest first, for another thread of this process: `createSecretBox` makes the same box of them. */
  keys: readonly Uint8Array[]
  /**
   * AES-256-GCM (NIST SP 800-38D) under the newest key, as `v1.keyId.nonce.ciphertextAndTag`, base64url. `context` names
   * what it is and whose, such as `totp:17`; it is not kept, and a text sealed for one context opens in no other.
   */
  seal(text: string, context: string): string
  /** Throws when it was changed, was sealed for another context, or its key is not here. */
  open(sealed: string, context: string): string
  /** As `seal`, for a file: the same fields, the last one as bytes. */
  sealBytes(bytes: Uint8Array, context: string): Uint8Array
  openBytes(sealed: Uint8Array, context: string): Uint8Array
  /**
   * Alike for the same text and context, and for no others: finds it among others without opening them, and is never opened
   * itself. One under each key, that of the newest first.
   */
  marks(text: string, context: string): readonly [string, ...string[]]
}

/** How everything begins that is sealed with a key. */
export const sealedBy = (keyId: string): string => `${VERSION}.${keyId}.`

/** What tells keys apart; says nothing of the key. */
export function secretKeyId(key: Uint8Array): string {
  return createHash('sha256').update('truestrike-secret-key').update(key).digest('base64url').slice(0, 11)
}

/** The last of `keys` seals, any of them opens. */
export function createSecretBox(keys: readonly Uint8Array[], random: RandomBytes): SecretBox {
  const byId = new Map(keys.map((key) => [secretKeyId(key), key]))
  const [id, newest] = [...byId].at(-1) ?? missing('any')

  /** `v1.keyId.nonce`, and what is sealed. */
  function close(bytes: Uint8Array, context: string): { head: string; body: Buffer } {
    const nonce = random(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(
      Buffer.from(`${VERSION}.${id}.${context}`),
    )
    const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    return { head: `${sealedBy(id)}${Buffer.from(nonce).toString('base64url')}`, body }
  }

  /** HMAC-SHA256 under a key of its own, made of the one that seals. */
  function markUnder(key: Uint8Array, text: string, context: string): string {
    const own = createHmac('sha256', key).update('truestrike-mark').digest()
    const hash = createHmac('sha256', own)
      .update(JSON.stringify([context, text]))
      .digest('base64url')
    return `${sealedBy(secretKeyId(key))}${hash}`
  }

  function disclose(head: string, body: Uint8Array, context: string): Buffer {
    const [version, keyId = '', nonce = ''] = head.split('.')
    if (version !== VERSION) throw new Error('a sealed secret of an unknown form')
    const key = byId.get(keyId) ?? missing(keyId)
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(`${VERSION}.${keyId}.${context}`)).setAuthTag(body.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()])
  }

  return {
    keyId: id,
    keys,
    seal(text, context) {
      const { head, body } = close(Buffer.from(text), context)
      return `${head}.${body.toString('base64url')}`
    },
    open(sealed, context) {
      const at = sealed.lastIndexOf('.')
      return disclose(sealed.slice(0, at), Buffer.from(sealed.slice(at + 1), 'base64url'), context).toString()
    },
    sealBytes(bytes, context) {
      const { head, body } = close(bytes, context)
      return Buffer.concat([Buffer.from(`${head}.`), body])
    },
    marks(text, context) {
      const older = [...byId.values()].filter((key) => key !== newest).reverse()
      return [markUnder(newest, text, context), ...older.map((key) => markUnder(key, text, context))]
    },
    openBytes(sealed, context) {
      const head = Buffer.from(sealed.subarray(0, HEAD_BYTES_MAX)).toString('latin1').split('.', 3).join('.')
      return disclose(head, sealed.subarray(head.length + 1), context)
    },
  }
}

function missing(id: string): never {
  throw new Error(`the key ${id} of a sealed secret is not here`)
}
