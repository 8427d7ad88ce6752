import { generateKeyPairSync, sign } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { defaultRules } from '@truestrike/core/default-rules.ts'
import type { AcceptedOrder } from '../server/src/trading/acceptance-receipt.ts'
import { createAcceptancesService } from '../server/src/trading/acceptances.service.ts'

const TRIES = 12
const ORDERS_PER_TRY = 2_048

function acceptedOrders(count: number): AcceptedOrder[] {
  const content = ensure(defaultRules('crypto', 'simulated', 'BTCUSDT').at(-1))
  const rule = {
    ...content,
    id: 1n,
    version: 1,
    hash: new Uint8Array(32),
  } as unknown as AcceptedOrder['rule']
  const terms = { ...content, source: 'simulated', direction: 'up', book: 'demo', state: 'opening' }
  const row = {
    ...{
      ...terms,
      userId: 5n,
      clientOrderId: 'bench-order-1',
      productId: 1,
      precision: 2,
      productVersion: 1,
    },
    ...{ stakeMicros: 1_000_000n, ruleVersion: 1, ruleHash: rule.hash, bodySha256: new Uint8Array(32) },
    ...{ openAfterSeq: 12_345n, acceptedAtMs: 1_795_130_000_000n, expiresAtMs: 1_795_216_400_000n },
  }
  return Array.from({ length: count }, (_, at) => ({
    rule,
    row: { ...row, id: BigInt(1_000 + at) } as unknown as AcceptedOrder['row'],
  }))
}

/** What the signed receipt of an order costs the server, as text, in a batch of so many: µs an order, the best of some tries. */
export function receiptMicros(batch: number): number {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signAt = (_timeMs: number, message: Uint8Array) => ({
    keyId: 'A'.repeat(22),
    signature: sign(null, message, privateKey).toString('base64url'),
  })
  type Parts = Parameters<typeof createAcceptancesService>[0]
  const service = createAcceptancesService({ signer: { signAt } } as unknown as Parts)
  const orders = acceptedOrders(batch)
  const runs = Math.ceil(ORDERS_PER_TRY / batch)
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries += 1) {
    const fromMs = performance.now()
    for (let run = 0; run < runs; run += 1)
      for (const receipt of service.sign(orders).receipts) JSON.stringify(receipt)
    best = Math.min(best, ((performance.now() - fromMs) * 1_000) / (runs * batch))
  }
  return best
}
