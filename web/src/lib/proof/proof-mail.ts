import type { TickItem } from '@truestrike/protocol/frames.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useSession } from '../session-store.ts'

/** What the page comes by that the keeper wants: a header, prices with their running hashes, a signed acceptance. */
export type ProofMail =
  | { readonly type: 'block'; readonly symbol: string; readonly precision: number; readonly header: unknown }
  | { readonly type: 'ticks'; readonly items: readonly TickItem[] }
  | { readonly type: 'accepted'; readonly id: string; readonly uid: string; readonly receipt: unknown }

/** Stands in the storage once something is kept: then every visit holds the site to it. */
export const KEPT_MARK = 'proofs-kept'

/** The keeper's code comes late; so much waits for it. */
const WAITING_MAX = 500

const waiting: ProofMail[] = []
let reader: ((mail: ProofMail) => void) | null = null
let wake: () => void = () => undefined

export function postProof(mail: ProofMail): void {
  if (reader !== null) {
    reader(mail)
    return
  }
  // Prices alone are not worth the keeper's code.
  if (mail.type !== 'ticks') wake()
  if (waiting.length < WAITING_MAX) waiting.push(mail)
}

/** Calls when there is mail and nobody who reads it. */
export function onProofMail(listener: () => void): void {
  wake = listener
}

export function readProofMail(read: (mail: ProofMail) => void): void {
  reader = read
  for (const mail of waiting.splice(0)) read(mail)
}

/** The contract of an order's answer; the acceptance the site signed goes to the keeper. */
export function acceptedContract({ contract, receipt }: { contract: Contract; receipt?: unknown }): Contract {
  const uid = useSession.getState().user?.uid
  if (uid !== undefined && receipt !== undefined)
    postProof({ type: 'accepted', id: contract.id, uid, receipt })
  return contract
}
