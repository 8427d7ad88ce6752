import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { seqBefore } from '../log-entry.ts'
import { buildReceipt, type ReceiptParts, receiptNeeds, type SealedBlock } from './build-receipt.ts'
import { evidenceSpans } from './evidence.ts'
import { proofCases } from './proof-cases.ts'
import { honestParts, testKey } from './proof-fixture.ts'
import { randomProofs } from './random-proofs.ts'
import { frozenContractOf, type SettlementReceipt } from './receipt.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = testKey(1)

function built(parts: ReceiptParts): SettlementReceipt {
  const result = buildReceipt(parts)
  if (!result.ok) throw new Error(`the block of ${result.missingSeq} is missing`)
  return result.receipt
}

/** The blocks a server reads at first: those that touch the spans. */
function firstReading(parts: ReceiptParts): SealedBlock[] {
  const { opening, closing } = evidenceSpans(frozenContractOf(parts.accepted.contract))
  return parts.blocks.filter(({ header, entries }) => {
    const firstMs = entries[0]?.timeMs ?? 0
    const lastMs = entries.at(-1)?.timeMs ?? 0
    const isOpening = header.lastSeq >= opening.fromSeq && firstMs <= opening.toMs
    return isOpening || (lastMs >= closing.fromMs && firstMs <= closing.toMs)
  })
}

/** Builds from few blocks, handing over one more each time it asks; how often it asked. */
function askedFor(parts: ReceiptParts, blocks: SealedBlock[]): { receipt: SettlementReceipt; asked: number } {
  for (let asked = 0; asked < 1_000; asked += 1) {
    const result = buildReceipt({
      ...parts,
      blocks: blocks.sort((a, b) => a.header.number - b.header.number),
    })
    if (result.ok) return { receipt: result.receipt, asked }
    const { missingSeq } = result
    const wanted = parts.blocks.find(
      ({ header, entries }) => seqBefore(ensure(entries[0])) < missingSeq && missingSeq <= header.lastSeq,
    )
    if (wanted === undefined || blocks.includes(wanted)) throw new Error(`asks for ${missingSeq} in vain`)
    blocks.push(wanted)
  }
  throw new Error('asks without end')
}

describe('[T11] building receipts', { timeout: 30_000 }, () => {
  test('of random contracts they verify, and few blocks give the same one as all', () => {
    const ends = new Map<string, number>()
    for (let seed = 1; seed <= 20; seed += 1) {
      for (const parts of randomProofs(seed, key, 5)) {
        const receipt = built(parts)
        const verdict = verifyReceipt(receiptJson({ kind: 'settlement', ...receipt }), [key.siteKey])
        expect(verdict, `seed ${seed}`).toMatchObject({ ok: true })
        const { state, cancelReason } = parts.claim
        const end = cancelReason === null ? state : `${cancelReason}${parts.voidSeq === null ? '' : ' late'}`
        ends.set(end, (ends.get(end) ?? 0) + 1)

        const { receipt: again, asked } = askedFor(parts, firstReading(parts))
        expect(again).toEqual(receipt)
        expect(asked).toBeLessThan(40)
        expect(askedFor(parts, []).receipt).toEqual(receipt)
      }
    }
    const all = ['completed', 'no-opening-price', 'price-gap', 'source-changed', 'void', 'void late']
    expect([...ends.keys()].sort()).toEqual(all)
  })

  test('says which numbers it shows, and shows no others', () => {
    for (const setting of Object.values(proofCases)) {
      const parts = honestParts(setting)
      const needs = receiptNeeds(parts)
      if (!needs.ok) throw new Error('incomplete')
      const shown = built(parts).chains.flatMap(({ blocks }) =>
        blocks.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries.map(({ seq }) => seq))),
      )
      const named = needs.ranges.flatMap(({ fromSeq, toSeq }) =>
        Array.from({ length: toSeq - fromSeq + 1 }, (_, at) => fromSeq + at),
      )
      expect(shown).toEqual(named)
    }
  })

  test('asks for the block that is not sealed yet', () => {
    const parts = honestParts({
      ...proofCases['won, over a window'],
      steps: proofCases['won, over a window']?.steps ?? [],
    })
    const last = built(parts).chains.at(-1)?.blocks.at(-1)?.number ?? 0
    const sealed = parts.blocks.filter(({ header }) => header.number < last)
    const missingSeq = (sealed.at(-1)?.header.lastSeq ?? 0) + 1
    expect(buildReceipt({ ...parts, blocks: sealed })).toEqual({ ok: false, missingSeq })
    expect(buildReceipt({ ...parts, blocks: [] })).toEqual({ ok: false, missingSeq: 2 })
  })
})
