import { ensure } from '@truestrike/core/assert.ts'
import type { Signature, Signer } from '../../server/src/proof/signer.ts'

/** As long as a real one. */
export const HASH = 'A'.repeat(43)
export const NOTHING_SIGNED: Signature = { keyId: 'A'.repeat(22), signature: `${'A'.repeat(85)}A` }

/** A signer that signs nothing, under the id of the key there is: for this bench alone, whose composition root takes it. */
export function idleSigner(signer: Signer): Signer {
  const { id: keyId } = ensure(signer.keysFile().keys.at(-1))
  return { ...signer, signAt: () => ({ ...NOTHING_SIGNED, keyId }) }
}
