import { describe, expect, test } from 'vitest'
import { encodeBase64url } from '../base64url.ts'
import { buildReceipt, type ReceiptParts } from './build-receipt.ts'
import { jsonMutations } from './json-mutations.ts'
import { proofCases } from './proof-cases.ts'
import { CHECKS } from './proof-code.ts'
import { honestParts, type ProofSetting, testKey } from './proof-fixture.ts'
import { parseReceipt, receiptJson } from './receipt-json.ts'
import { type VerifySignature, verifyEd25519 } from './signature.ts'
import { verifyReceipt } from './verify-receipt.ts'

const keys = [testKey(1).siteKey, testKey(2).siteKey]

function builtJson(parts: ReceiptParts): never {
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return JSON.parse(JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt }))) as never
}
const honestJson = (setting: ProofSetting) => builtJson(honestParts(setting))

/** The same answers as without it, many times as fast: most changes leave the signed bytes alone. */
const remembered = new Map<string, boolean>()
const verifyOnce: VerifySignature = (signature, message, publicKey) => {
  const name = [signature, message, publicKey].map(encodeBase64url).join()
  const known = remembered.get(name) ?? verifyEd25519(signature, message, publicKey)
  remembered.set(name, known)
  return known
}

describe('[T11] honest receipts', () => {
  test.each(Object.entries(proofCases))('%s', (name, setting) => {
    const json = honestJson(setting) as { claim: Record<string, string | null> }
    const { state, result, cancelReason } = json.claim
    expect(verifyReceipt(json, keys)).toMatchObject({ ok: true, checks: CHECKS })
    expect(name.startsWith((state === 'completed' ? result : state) ?? '')).toBe(true)
    if (cancelReason !== null) expect(name).toContain(cancelReason?.split('-').at(-1))
    const parsed = parseReceipt(json)
    expect(parsed.ok && receiptJson(parsed.value)).toEqual(json)
  })

  test('of the acceptance alone', () => {
    const { accepted } = honestParts(proofCases['won, over a window'] as ProofSetting)
    const json = receiptJson({ kind: 'acceptance', ...accepted })
    expect(verifyReceipt(json, keys)).toMatchObject({ ok: true, checks: CHECKS.slice(0, 6) })
    for (const { at, how, json: changed } of jsonMutations(json as never)) {
      const verdict = verifyReceipt(changed, keys, verifyOnce)
      if (verdict.ok) expect.fail(`${at} ${how} goes unnoticed`)
    }
  })
})

describe('[T11] a changed receipt does not verify', { timeout: 30_000 }, () => {
  test.each(Object.entries(proofCases))('%s', (_name, setting) => {
    const json = honestJson(setting)
    const unnoticed: string[] = []
    let count = 0
    for (const { at, how, json: changed } of jsonMutations(json)) {
      count += 1
      if (verifyReceipt(changed, keys, verifyOnce).ok) unnoticed.push(`${at} ${how}`)
    }
    expect(unnoticed).toEqual([])
    expect(count).toBeGreaterThan(600)
  })
})
