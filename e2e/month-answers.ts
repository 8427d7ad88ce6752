import type { CancelEffect, MonthFigures, PublicEvent } from '@truestrike/protocol/month-endpoints.ts'
import type { CancelReason } from '@truestrike/protocol/trade-endpoints.ts'

const NONE: CancelEffect = {
  ...{ contracts: 0, stake: '0.00', kept: '0.00', paid: '0.00' },
  unknown: { contracts: 0, stake: '0.00', profit: '0.00' },
}
const GAP: CancelEffect = { ...NONE, contracts: 4, stake: '160.00', kept: '30.00', paid: '80.00' }
const UNOPENED: CancelEffect = {
  ...{ ...NONE, contracts: 2, stake: '25.00' },
  unknown: { contracts: 2, stake: '25.00', profit: '20.00' },
}
const VOIDED: CancelEffect = { ...NONE, contracts: 1, stake: '12.50', kept: '12.50' }
const REASONS: readonly CancelReason[] = ['no-opening-price', 'price-gap', 'source-changed', 'void']

/** A month with cancelled contracts in the practice book, as the site answers it; October 2026 has nothing. */
export function aMonth(month: string | null): MonthFigures {
  const isEmpty = month === '2026-10'
  const effects: Partial<Record<CancelReason, CancelEffect>> = isEmpty
    ? {}
    : { 'price-gap': GAP, 'no-opening-price': UNOPENED, void: VOIDED }
  const book = (name: 'real' | 'demo', completed: number, of: typeof effects) => ({
    ...{ book: name, completed, equal: { contracts: 3, stake: '55.00' } },
    cancelled: REASONS.map((reason) => ({ reason, ...(of[reason] ?? NONE) })),
  })
  return {
    ...{ month: month ?? '2026-11', thisMonth: '2026-11', firstMonth: '2026-10' },
    books: [book('real', 0, {}), book('demo', isEmpty ? 12 : 18_204, effects)],
  }
}

/** One event of each kind and state. */
export function theEvents(): PublicEvent[] {
  const atMs = Date.parse('2026-11-21T14:32:26Z')
  const event = (id: string | null, changes: Partial<PublicEvent>): PublicEvent => ({
    ...{ id, kind: 'halt', symbol: 'BTCUSDT', seq: 48_201_733, endSeq: null, fromMs: atMs, toMs: null },
    ...{ openMs: null, sourceBefore: null, source: null, voided: null, effects: [] },
    ...changes,
  })
  return [
    event(null, { openMs: 17_000 }),
    event('6', {
      ...{ endSeq: 48_201_790, toMs: atMs + 35_000, openMs: 35_000 },
      effects: [
        { book: 'real', ...UNOPENED },
        { book: 'demo', ...GAP },
      ],
    }),
    event('5', { kind: 'stop', symbol: null, seq: null, toMs: atMs + 60_000 }),
    event('4', { kind: 'stop', symbol: 'ETHUSDT', seq: null }),
    event('3', {
      ...{ kind: 'void', symbol: 'EURUSD', toMs: atMs + 9_000, effects: [{ book: 'demo', ...VOIDED }] },
      voided: { contracts: 3, houseEffect: '-12.50', reason: 'wrong prices at the source' },
    }),
    event('2', { kind: 'source', toMs: atMs, sourceBefore: 'simulated', source: 'exchange' }),
  ]
}
