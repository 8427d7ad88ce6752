import { formatMicros } from '@truestrike/core/money.ts'
import { LIABILITY_FORMAT } from '@truestrike/core/proof/liabilities.ts'
import type { LiabilityVerdict } from '@truestrike/core/proof/verify-liability.ts'
import { formatDay } from '@truestrike/core/utc-day.ts'
import { LIABILITY_CODE_WORDS, LIABILITY_LIMITS } from './words.ts'

/** Whether a file says that it is a balance in a tree of liabilities; anything else is looked at as a receipt. */
export const isLiability = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'format' in json && json.format === LIABILITY_FORMAT

/** A verdict in words, for a terminal. */
export function describeLiability(verdict: LiabilityVerdict): string {
  if (!verdict.ok) {
    const { code, detail } = verdict
    const head = code === 'unknown-key' ? 'Unknown key' : 'Does not hold'
    const seen = detail === null ? [] : [`  ${detail}`]
    return [`${head}: ${LIABILITY_CODE_WORDS[code]} (${code})`, ...seen].join('\n')
  }
  const { uid, balanceMicros, root } = verdict.liability
  const usdt = (micros: bigint): string => `${formatMicros(micros, { group: true })} USDT`
  return [
    'Everything holds.',
    `  Counted: ${usdt(balanceMicros)} of the user ${uid}, book ${root.book}`,
    `  in a total of ${usdt(root.totalMicros)} on ${formatDay(root.day)}, balances of ${new Date(root.timeMs).toISOString()}`,
    LIABILITY_LIMITS,
  ].join('\n')
}

/** A verdict for programs. */
export function liabilityVerdictJson(verdict: LiabilityVerdict): unknown {
  if (!verdict.ok) return { ...verdict, message: LIABILITY_CODE_WORDS[verdict.code] }
  const { uid, balanceMicros, root } = verdict.liability
  return {
    ...{ ok: true, kind: 'liability', uid, balance: formatMicros(balanceMicros) },
    ...{ book: root.book, day: formatDay(root.day), total: formatMicros(root.totalMicros) },
  }
}
