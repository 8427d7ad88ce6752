import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'

const LATER = 30

/** Milliseconds from a receipt's text to its verdict, once from cold and some times again. */
function timeVerifier(text: string, keys: readonly SiteKey[]): { first: number; later: number[] } {
  const once = (): number => {
    const fromMs = performance.now()
    if (!verifyReceipt(JSON.parse(text), keys).ok) throw new Error('the receipt does not hold')
    return performance.now() - fromMs
  }
  return { first: once(), later: Array.from({ length: LATER }, once) }
}

Object.assign(globalThis, { timeVerifier })
