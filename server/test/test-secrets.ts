import { createSecretBox, SECRET_KEY_BYTES, type SecretBox } from '../src/platform/secret-box.ts'
import { systemRandom } from '../src/platform/secret-token.ts'

/** A box with a key of its own, in no file. */
export function createTestSecrets(): SecretBox {
  return createSecretBox([systemRandom(SECRET_KEY_BYTES)], systemRandom)
}
