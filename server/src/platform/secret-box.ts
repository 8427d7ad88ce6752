import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { RandomBytes } from './secret-token.ts'

export const SECRET_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Keeps short secrets encrypted at rest. */
export interface SecretBox {
  /**
   * AES-256-GCM (NIST SP 800-38D) under the newest key, as `v1.keyId.nonce.ciphertextAndTag`, base64url. `context` names
   * what it is and whose, such as `totp:17`; it is not kept, and a text sealed for one context opens in no other.
   */
  seal(text: string, context: string): string
  /** Throws when it was changed, was sealed for another context, or its key is not here. */
  open(sealed: string, context: string): string
}

/** What tells keys apart; says nothing of the key. */
export function secretKeyId(key: Uint8Array): string {
  return createHash('sha256').update('truestrike-secret-key').update(key).digest('base64url').slice(0, 11)
}

/** The last of `keys` seals, any of them opens. */
export function createSecretBox(keys: readonly Uint8Array[], random: RandomBytes): SecretBox {
  const byId = new Map(keys.map((key) => [secretKeyId(key), key]))
  return {
    seal(text, context) {
      const [id, key] = [...byId].at(-1) ?? missing('any')
      const nonce = random(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(
        Buffer.from(`${VERSION}.${id}.${context}`),
      )
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, id, Buffer.from(nonce).toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(sealed, context) {
      const [version, id = '', nonce = '', body = ''] = sealed.split('.')
      if (version !== VERSION) throw new Error('a sealed secret of an unknown form')
      const key = byId.get(id) ?? missing(id)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(`${VERSION}.${id}.${context}`)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

function missing(id: string): never {
  throw new Error(`the key ${id} of a sealed secret is not here`)
}
