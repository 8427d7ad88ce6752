import { buildReceipt } from './build-receipt.ts'
import { honestParts, type ProofStep } from './proof-fixture.ts'
import { seededRandom } from './random-proofs.ts'
import type { SettlementReceipt } from './receipt.ts'

const START_MS = 1_700_000_000_000

/** A minute and a bit of a log as it is written: about 3.5 ticks a second, a watermark every 200 ms. */
function minuteOfLog(): ProofStep[] {
  const random = seededRandom(7)
  const steps: ProofStep[] = [{ at: START_MS - 5_000, from: 'simulated' }]
  let price = 6_748_236
  for (let at = START_MS - 4_900; at < START_MS + 75_000; at += 100) {
    price += Math.floor(random() * 200) - 100
    if (at === START_MS + 100) steps.push({ at, accept: true })
    if (random() < 0.35) {
      const inSlot = at + Math.floor(random() * 99)
      steps.push({ at: inSlot, price, volume: BigInt(Math.floor(random() * 1e10)) })
    }
    if (at % 200 === 100) steps.push({ at: at + 99, mark: true })
  }
  return steps
}

/** The receipt of a contract of 60 s with a window of 3 s, in a batch of 256 orders, signed by `testKey(1)`. */
export function minuteReceipt(blockMs: number): SettlementReceipt {
  const steps = minuteOfLog()
  const contract = {
    acceptedAtMs: START_MS,
    expiresAtMs: START_MS + 60_000,
    openAfterSeq: steps.filter(({ at }) => at <= START_MS).length,
    windowMs: 3_000,
    openingDelayMs: 300,
    openTimeoutMs: 5_000,
    maxGapMs: 5_000,
  }
  const parts = honestParts({
    steps,
    contract,
    batch: [256, 100],
    endsBlock: (entry, next) => Math.floor(entry.timeMs / blockMs) !== Math.floor(next.timeMs / blockMs),
  })
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return built.receipt
}
