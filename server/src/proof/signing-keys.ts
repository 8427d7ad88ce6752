import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import type { Sign } from '@truestrike/core/proof/signature.ts'
import { keyIdOf } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { writeOwnerOnly } from '../platform/durable-file.ts'

const FORMAT = 'truestrike-signing-keys/1'
export const SECRET_BYTES = 32
/** RFC 8410: an Ed25519 private key in PKCS #8 is this, then its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private keys are not there, or are not those of this database: only the operator can bring them. */
export class SigningKeysError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SigningKeysError'
  }
}

export interface SigningKey {
  readonly id: string
  readonly publicKey: Uint8Array
  /** What the file keeps of it. */
  readonly secret: Uint8Array
  readonly sign: Sign
}

/** By key id. */
export type SigningKeys = ReadonlyMap<string, SigningKey>

/** The Ed25519 key of 32 secret bytes. */
export function signingKeyOf(secret: Uint8Array): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const publicKey = unwrap(decodeBase64url(x))
  return { id: keyIdOf(publicKey), publicKey, secret, sign: (message) => sign(null, message, key) }
}

/** All keys of the file, none when there is no file. It may hold keys of other databases too. */
export async function readSigningKeys(file: string): Promise<SigningKeys> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
  const keys = secretsOf(text)?.map(signingKeyOf)
  if (keys === undefined) {
    throw new SigningKeysError(
      `${file}: expected the site's private keys as they were written; restore it from a backup`,
    )
  }
  return new Map(keys.map((key) => [key.id, key]))
}

/** Null: not what `writeSigningKeys` writes. */
function secretsOf(text: string): Uint8Array[] | null {
  try {
    const { format, secrets } = JSON.parse(text) as { format: unknown; secrets: string[] }
    const bytes = secrets.map((secret) => unwrap(decodeBase64url(secret)))
    return format === FORMAT && bytes.every(({ length }) => length === SECRET_BYTES) ? bytes : null
  } catch {
    return null
  }
}

/** Readable by its owner only. */
export async function writeSigningKeys(file: string, keys: Iterable<SigningKey>): Promise<void> {
  const secrets = [...keys].map(({ secret }) => encodeBase64url(secret))
  await writeOwnerOnly(file, `${JSON.stringify({ format: FORMAT, secrets }, null, 2)}\n`)
}
