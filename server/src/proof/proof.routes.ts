import { getSiteKeys } from '@truestrike/protocol/proof-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { Signer } from './signer.ts'

/** The site's keys, and the same as a file that verifiers take. */
export function registerProofRoutes(router: Router, signer: Signer): void {
  router.route(getSiteKeys, () => signer.keysFile())
  router.document('/.well-known/truestrike-keys.json', () => signer.keysFile())
}
