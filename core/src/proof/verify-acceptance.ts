import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { openingDeadlineMs } from '../frozen-contract.ts'
import { ruleHash, validateRule } from '../game-rule.ts'
import { unwrap } from '../result.ts'
import { rootFromPath } from './merkle.ts'
import { acceptanceMessage, orderHash, orderLeafHash } from './order-leaf.ts'
import { fault, type ProofFault } from './proof-code.ts'
import { type AcceptanceReceipt, frozenContractOf, orderLeafOf, type SettlementReceipt } from './receipt.ts'
import type { VerifySignature } from './signature.ts'
import { isKeyInUse, publicKeyOf, type SiteKey } from './site-keys.ts'

/** The rule's content has its hash and could be in force. */
export function checkRule({ contract: { rule, ruleHash: claimed } }: AcceptanceReceipt): ProofFault | null {
  if (ruleHash(rule) !== claimed) return fault('rule-hash')
  const valid = validateRule(rule)
  return valid.ok ? null : fault('rule-invalid', { fault: valid.code })
}

export function checkOrder({ contract }: AcceptanceReceipt): ProofFault | null {
  return encodeBase64url(orderHash(contract.order)) === contract.orderHash ? null : fault('order-hash')
}

/** Order, rule and product speak of the same, and the expiry follows from the acceptance. */
export function checkTerms({ product, contract }: AcceptanceReceipt): ProofFault | null {
  const { order, rule, acceptedAtMs, expiresAtMs } = contract
  if (order.symbol !== product.symbol || (rule.symbol !== product.symbol && rule.symbol !== '*'))
    return fault('other-terms', { product: product.symbol, order: order.symbol, rule: rule.symbol })
  if (rule.durationSeconds !== order.durationSeconds)
    return fault('other-terms', { order: order.durationSeconds, rule: rule.durationSeconds })
  if (acceptedAtMs + order.durationSeconds * 1000 !== expiresAtMs)
    return fault('expiry', { acceptedAtMs, expiresAtMs })
  if (order.stakeMicros < rule.stakeMinMicros || order.stakeMicros > rule.stakeMaxMicros)
    return fault('stake-outside-rule', { stakeMicros: order.stakeMicros })
  return null
}

/** The accepted terms lead to the batch's root, and a key in use at that time has signed it. */
export function checkAcceptance(
  { product, contract, acceptance }: AcceptanceReceipt,
  keys: ReadonlyMap<string, SiteKey>,
  verifySignature: VerifySignature,
): ProofFault | null {
  const { index, count, path, root, keyId, signature } = acceptance
  const leaf = orderLeafHash(orderLeafOf(contract), product)
  const hashes = path.map((hash) => unwrap(decodeBase64url(hash)))
  const found = rootFromPath(leaf, index, count, hashes)
  if (found === null || encodeBase64url(found) !== root) return fault('acceptance-path')
  const key = keys.get(keyId)
  if (key === undefined || !isKeyInUse(key, contract.acceptedAtMs)) return fault('key-not-in-use', { keyId })
  const good = verifySignature(
    unwrap(decodeBase64url(signature)),
    acceptanceMessage(found, count),
    publicKeyOf(key),
  )
  return good ? null : fault('acceptance-signature', { keyId })
}

/**
 * The batch's root is in the log after the entry it was accepted at. For a completed contract it is there before the time
 * for an opening price is over: later, an order could have been written with its result in view.
 */
export function checkAcceptanceEntry(receipt: SettlementReceipt): ProofFault | null {
  const { contract, acceptance, claim, chains } = receipt
  const found = chains
    .flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries)))
    .find(
      (entry) =>
        entry.kind === 'acceptance' &&
        entry.seq > contract.openAfterSeq &&
        entry.root === acceptance.root &&
        entry.count === acceptance.count,
    )
  if (found === undefined) return fault('acceptance-not-logged')
  const late = found.timeMs > openingDeadlineMs(frozenContractOf(contract))
  return claim.state === 'completed' && late ? fault('acceptance-late', { seq: found.seq }) : null
}
