import type { FrozenContract } from '../frozen-contract.ts'
import type { GameRuleContent } from '../game-rule.ts'
import type { FeedSource } from '../log-entry.ts'
import { type BlockHeader, NO_HEADER } from './block-header.ts'
import { caseKeys, type JudgedCase, type Judgement, settlementOf, story } from './judged-case.ts'
import type { OrderTerms } from './order-leaf.ts'
import type { ProofSetting, ProofStep } from './proof-fixture.ts'

// What a dishonest site signs, and beside it what it may still sign: both sides of each border. Accepted at 1 000 after
// entry 2, opening from 1 100 to 1 300, expiry 2 000, window 10 ms (`proof-cases.ts`).

const won = story('won, over a window')
const lost = story('lost, over a window')

const contract = (changes: Partial<FrozenContract>, base = won): ProofSetting => ({
  ...base,
  contract: { ...base.contract, ...changes },
})
const rule = (changes: Partial<GameRuleContent>): ProofSetting => ({
  ...won,
  forgeTerms: (it) => ({ ...it, rule: { ...it.rule, ...changes } }),
})
const order = (changes: Partial<OrderTerms>): ProofSetting => ({
  ...won,
  forgeTerms: (it) => ({ ...it, order: { ...it.order, ...changes } }),
})
const header = (forgeHeader: (it: BlockHeader) => BlockHeader, base = won): ProofSetting => ({
  ...base,
  forgeHeader,
})

type Row = readonly [name: string, setting: ProofSetting, judgement: Judgement]

const keys: readonly Row[] = [
  [
    'a key that ran out at acceptance',
    { ...won, key: caseKeys.overAtAcceptance },
    'acceptance key-not-in-use',
  ],
  ['a key that begins after it', { ...won, key: caseKeys.newAfterAcceptance }, 'acceptance key-not-in-use'],
  ['a key that begins with it', { ...won, key: caseKeys.newAtAcceptance }, 'good'],
  [
    'a key that ran out right after it',
    { ...won, key: caseKeys.overAfterAcceptance },
    'blocks key-not-in-use',
  ],
  ['a key that ran out at sealing', { ...won, key: caseKeys.overAtSealing }, 'blocks key-not-in-use'],
]

/** Opening delay and timeout of the cases are 100 and 200 ms: two hours leave room for one time that is too long. */
const long = { durationSeconds: 7_200 }
const rules: readonly Row[] = [
  ['no duration', rule({ durationSeconds: 0 }), 'rule rule-invalid'],
  ['more than a week', rule({ durationSeconds: 604_801 }), 'rule rule-invalid'],
  ['no payout', rule({ payoutBps: 0 }), 'rule rule-invalid'],
  ['the least payout', contract({ payoutBps: 1 }), 'good'],
  ['a payout of 100 %', contract({ payoutBps: 10_000 }), 'good'],
  ['a payout above 100 %', rule({ payoutBps: 10_001 }), 'rule rule-invalid'],
  ['a least stake of nothing', rule({ stakeMinMicros: 0n }), 'rule rule-invalid'],
  ['a greatest stake below the least', rule({ stakeMaxMicros: 999_999n }), 'rule rule-invalid'],
  ['the greatest stake there may be', rule({ stakeMaxMicros: 1_000_000_000_000n }), 'good'],
  ['a greater one', rule({ stakeMaxMicros: 1_000_000_000_001n }), 'rule rule-invalid'],
  ['the longest window', rule({ ...long, windowMs: 3_600_000 }), 'terms other-terms'],
  ['a longer window', rule({ ...long, windowMs: 3_600_001 }), 'rule rule-invalid'],
  ['a longer delay', rule({ ...long, openingDelayMs: 3_600_001 }), 'rule rule-invalid'],
  ['a longer timeout', rule({ ...long, openTimeoutMs: 3_600_001 }), 'rule rule-invalid'],
  ['prices that are stale at once', rule({ staleMs: 0 }), 'rule rule-invalid'],
  ['prices that are stale after a millisecond', rule({ staleMs: 1 }), 'good'],
  ['prices that are stale after an hour', rule({ staleMs: 3_600_000 }), 'good'],
  ['prices that are stale later', rule({ staleMs: 3_600_001 }), 'rule rule-invalid'],
  ['no gap at all', rule({ maxGapMs: 0 }), 'rule rule-invalid'],
  ['a gap of an hour', contract({ maxGapMs: 3_600_000 }), 'good'],
  ['a longer gap', rule({ maxGapMs: 3_600_001 }), 'rule rule-invalid'],
  ['a window from the last moment of the opening on', contract({ windowMs: 700 }), 'good'],
  ['a window that begins before', rule({ windowMs: 701 }), 'rule rule-invalid'],
]

const terms: readonly Row[] = [
  ['an order for another product', order({ symbol: 'ETHUSDT' }), 'terms other-terms'],
  ['a rule of another product', rule({ symbol: 'ETHUSDT' }), 'terms other-terms'],
  ['a rule of every product', rule({ symbol: '*' }), 'good'],
  ['a rule of another duration', rule({ durationSeconds: 2 }), 'terms other-terms'],
  ['an order of another duration', order({ durationSeconds: 2 }), 'terms other-terms'],
  [
    'order and rule of another duration than the contract',
    {
      ...won,
      forgeTerms: (it) => ({
        ...it,
        order: { ...it.order, durationSeconds: 2 },
        rule: { ...it.rule, durationSeconds: 2 },
      }),
    },
    'terms expiry',
  ],
  ['a later expiry', { ...won, forgeTerms: (it) => ({ ...it, expiresAtMs: 2_001 }) }, 'terms expiry'],
  ['an earlier expiry', { ...won, forgeTerms: (it) => ({ ...it, expiresAtMs: 1_999 }) }, 'terms expiry'],
  ['a stake below the least', contract({ stakeMicros: 999_999n }), 'terms stake-outside-rule'],
  ['the least stake', contract({ stakeMicros: 1_000_000n }), 'good'],
  ['the greatest stake', contract({ stakeMicros: 5_000_000_000n }), 'good'],
  ['a stake above the greatest', contract({ stakeMicros: 5_000_000_001n }), 'terms stake-outside-rule'],
]

/** The story with the batch entered at another time. */
const entered = (at: number, base = won): ProofSetting => ({
  ...base,
  steps: [
    ...base.steps.filter((step) => !('accept' in step) && step.at < at),
    { at, accept: true },
    ...base.steps.filter((step) => !('accept' in step) && step.at >= at),
  ],
})
/** The story with a third entry at a time, the one the order was accepted after. */
const accepted = (at: number): ProofSetting => ({
  ...entered(1_070),
  contract: { openAfterSeq: 3 },
  steps: [...won.steps.slice(0, 2), { at, price: 49_991 }, ...won.steps.slice(2)],
})

const heads: readonly Row[] = [
  ['the batch enters the log when openings end', entered(1_300), 'good'],
  ['the batch enters it when they are over', entered(1_301), 'acceptance-entry acceptance-late'],
  [
    'the batch of a cancelled contract enters it then',
    entered(1_301, story('cancelled, no price for longer than the gap')),
    'good',
  ],
  [
    'the batch is the very entry it was accepted after',
    contract({ openAfterSeq: 3 }, entered(960)),
    'acceptance-entry acceptance-not-logged',
  ],
  ['the head has the time of the acceptance', accepted(1_000), 'good'],
  ['the head is later than it', accepted(1_001), 'log head-late'],
]

const headers: readonly Row[] = [
  [
    'headers that are not chained',
    header((it) => ({ ...it, previous: it.number === 1 ? NO_HEADER : it.root })),
    'blocks block-chain',
  ],
  ['a first header with one before', header((it) => ({ ...it, previous: it.root })), 'blocks block-order'],
  ['a second header with none', header((it) => ({ ...it, previous: NO_HEADER })), 'blocks block-order'],
  [
    'blocks that are sealed backwards',
    header((it) => ({ ...it, timeMs: 9_000 - it.number })),
    'blocks block-order',
  ],
  [
    'versions that run back',
    header((it) => ({ ...it, productVersion: it.number === 1 ? 3 : 2 })),
    'blocks block-order',
  ],
  ['a log without a source', header((it) => ({ ...it, lastSourceSeq: 0 })), 'blocks block-order'],
  ['a void still to come', header((it) => ({ ...it, lastVoidSeq: it.lastSeq + 1 })), 'blocks block-order'],
  [
    'a newest void that goes back',
    header((it) => ({ ...it, lastVoidSeq: it.number === 1 ? 2 : 1 })),
    'blocks block-order',
  ],
  ['entries later than their block', header((it) => ({ ...it, timeMs: 1_000 })), 'log log-order'],
  [
    'a header that denies a void it holds',
    header((it) => ({ ...it, lastVoidSeq: 0 }), story('cancelled, void')),
    'marks mark-hidden',
  ],
  [
    'a header that takes a tick for a change of source',
    header((it) => ({ ...it, lastSourceSeq: it.number === 1 ? 1 : 5 })),
    'marks mark-hidden',
  ],
]

/** A won story whose prices all come from one source, the one that closes told at a time of its own. */
function told(source: FeedSource, toldMs: number, shiftMs = 0): ProofSetting {
  const price = (at: number, value: number, own = at - shiftMs): ProofStep => {
    return { at, price: value, source, told: own }
  }
  return {
    contract: { openAfterSeq: 2, source, maxGapMs: 3_000 },
    steps: [
      { at: 900, from: source },
      price(950, 49_990),
      { at: 1_050, accept: true },
      price(1_100, 50_000),
      price(1_950, 50_100, toldMs),
      { at: 1_960, rejected: 1, told: 1_000_000 },
      { at: 2_005, mark: true },
      { at: 2_100, mark: true },
    ],
  }
}

/** Five seconds later than the others, so that no source is before the beginning of time. */
function exchange(lagMs: number): ProofSetting {
  const { contract: terms, steps } = told('exchange', 0)
  const toldAt = (at: number) => (at === 6_950 ? at - lagMs : at)
  return {
    contract: { ...terms, acceptedAtMs: 6_000, expiresAtMs: 7_000 },
    steps: steps
      .map((step) => ({ ...step, at: step.at + 5_000 }))
      .map((step) => ('price' in step ? { ...step, told: toldAt(step.at) } : step)),
  }
}
const SHIFT_MS = -90_000_000
const replay = (spreadMs: number) => told('replay', 1_950 - SHIFT_MS - spreadMs, SHIFT_MS)

const times: readonly Row[] = [
  ['a simulated tick held back a second', told('simulated', 950), 'good'],
  ['a simulated tick held back longer', told('simulated', 949), 'source-time source-time'],
  ['a simulated tick before its time', told('simulated', 1_951), 'source-time source-time'],
  ['a tick of an exchange after five seconds', exchange(5_000), 'good'],
  ['a tick of an exchange later', exchange(5_001), 'source-time source-time'],
  ['a tick of an exchange two seconds early', exchange(-2_000), 'good'],
  ['a tick of an exchange earlier', exchange(-2_001), 'source-time source-time'],
  ['a replayed tick a second later than the first', replay(1_000), 'good'],
  ['a replayed tick that lags more', replay(1_001), 'source-time source-time'],
  ['a replayed tick a second earlier', replay(-1_000), 'good'],
  ['a replayed tick that lags less', replay(-1_001), 'source-time source-time'],
]

/** The story with a void after the expiry on which a returned stake rests. */
const voided = (base: ProofSetting, fromMs: number, toMs: number, at = 2_300): ProofSetting => ({
  ...base,
  voidedLate: true,
  steps: [...base.steps.filter((step) => step.at < at), { at, void: [fromMs, toMs] }, { at, mark: true }],
})
const down = contract({ direction: 'down' }, lost)

const voids: readonly Row[] = [
  ['a void takes back a win', voided(won, 1_000, 2_100), 'outcome void-of-win'],
  ['a void of the opening takes back a win', voided(won, 1_100, 1_100), 'outcome void-of-win'],
  ['a void of the closing takes back a win', voided(down, 1_990, 1_990), 'outcome void-of-win'],
  ['the void that proves a win takes it back', voided(won, 1_000, 2_000, 2_001), 'outcome void-of-win'],
  ['the void that proves a loss gives it back', voided(lost, 1_000, 2_000, 2_001), 'good'],
  ['a void that does not touch a win', voided(won, 1_101, 1_989), 'outcome outcome-differs'],
  ['a void of the opening of a loss', voided(lost, 1_100, 1_100), 'good'],
  ['a void of the first moment of its window', voided(lost, 1_980, 1_990), 'good'],
  ['a void that ends before', voided(lost, 1_101, 1_989), 'outcome outcome-differs'],
  ['a void from its expiry on', voided(lost, 2_000, 2_100), 'good'],
  ['a void from later on', voided(lost, 2_001, 2_200), 'outcome outcome-differs'],
  ['a void of the future', voided(lost, 2_300, 2_400), 'outcome outcome-differs'],
  ['a void that ends before it begins', voided(lost, 2_000, 1_999), 'outcome outcome-differs'],
]

/** Cases of what a site signs in full, each the settlement receipt it would hand out. */
export function dishonestCases(): JudgedCase[] {
  const rows = [keys, rules, terms, heads, headers, times, voids].flat()
  return rows.map(([name, setting, judgement]) => ({
    name,
    receipt: { kind: 'settlement', ...settlementOf(setting) },
    judgement,
  }))
}
