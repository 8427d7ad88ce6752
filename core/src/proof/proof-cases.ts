import { type LogStep, quotedAt } from '../log-fixture.ts'
import type { ProofSetting, ProofStep } from './proof-fixture.ts'

// One honest story for each way a contract can end. Accepted at 1 000 after entry 2, opening from 1 100 to 1 300,
// expiry 2 000, window 10 ms, gap 500 ms unless it says otherwise.

const start: ProofStep[] = [
  { at: 900, from: 'simulated' },
  { at: 950, price: 49_990 },
  { at: 1_050, accept: true },
  { at: 1_060, price: 49_995 },
]
const ticks = (fromMs: number, toMs: number, price: (at: number) => number, everyMs = 100): LogStep[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / everyMs) + 1 }, (_, index) => {
    const at = fromMs + index * everyMs
    return index % 3 === 2 ? { at, mark: true } : { at, price: price(at) }
  })
const after = (price = 50_000): LogStep[] => [
  { at: 2_005, mark: true },
  { at: 2_100, price },
  { at: 2_200, mark: true },
]
const opened: ProofStep[] = [...start, { at: 1_100, price: 50_000 }]
const middle = ticks(1_200, 1_900, (at) => 50_000 + (at % 700))
const closed = (price: number): ProofStep[] => [...opened, ...middle, { at: 1_950, price }, ...after()]
const base = { openAfterSeq: 2 }
const refusedAfter = (at: number): ProofStep[] => [
  ...start,
  { at: 1_100, price: 50_000, legs: quotedAt(1_090) },
  { at, price: 50_100, legs: quotedAt(at, '1.08433') },
  { at: 1_600, rejected: 60_000, second: 50_090, legs: quotedAt(1_590, '1.30000') },
  { at: 1_995, rejected: 60_001, second: 50_091 },
  ...after(),
]

export const proofCases: Record<string, ProofSetting> = {
  'won, over a window': { contract: base, steps: closed(50_100) },
  'lost, over a window': { contract: base, steps: closed(49_900) },
  'equal, over a window': { contract: base, steps: closed(50_000) },
  'won down, without a window': {
    contract: { ...base, direction: 'down', windowMs: 0 },
    steps: [...opened, ...middle, { at: 2_000, price: 49_000 }, ...after()],
  },
  'lost, without a window': { contract: { ...base, windowMs: 0 }, steps: closed(49_900) },
  'won, alone in its batch and in one block': {
    contract: base,
    batch: [1, 0],
    endsBlock: () => false,
    steps: closed(50_100),
  },
  'won, each entry a block of its own': { contract: base, endsBlock: () => true, steps: closed(50_100) },
  'won, over a window of many ticks': {
    contract: { ...base, windowMs: 300 },
    steps: [...opened, ...ticks(1_200, 1_980, (at) => 50_000 + at, 20), ...after()],
  },
  'won, the source named anew at the opening and changed after the expiry': {
    contract: base,
    steps: [
      ...start,
      { at: 1_070, from: 'simulated' },
      { at: 1_080, price: 50_001 },
      { at: 1_100, price: 50_000 },
      { at: 1_110, rejected: 90_000 },
      ...middle,
      { at: 1_950, price: 50_100 },
      { at: 2_005, mark: true },
      { at: 2_006, from: 'replay' },
      { at: 2_100, price: 50_000, source: 'replay' },
    ],
  },
  'won, prices of quotes, the last one in force for exactly the gap while a second source refuses others': {
    contract: base,
    steps: refusedAfter(1_500),
  },
  'cancelled, a gap: a second source refuses prices for longer': {
    contract: base,
    steps: refusedAfter(1_499),
  },
  'won, a void that does not touch it': {
    contract: base,
    steps: [
      ...opened,
      ...middle,
      { at: 1_930, void: [1_400, 1_500] },
      { at: 1_950, price: 50_100 },
      ...after(),
    ],
  },
  'cancelled, no opening price': {
    contract: base,
    steps: [
      ...start,
      { at: 1_090, mark: true },
      { at: 1_290, mark: true },
      { at: 1_301, price: 50_000 },
      ...ticks(1_400, 1_900, () => 50_000),
    ],
  },
  'cancelled, a gap in the window': {
    contract: { ...base, windowMs: 600, maxGapMs: 100 },
    steps: [
      ...opened,
      ...ticks(1_200, 1_550, (at) => 50_000 + at, 20),
      ...ticks(1_560, 1_990, () => 0, 10).filter((step) => 'mark' in step),
      ...after(),
    ],
  },
  'cancelled, no price for longer than the gap': {
    contract: { ...base, maxGapMs: 100 },
    steps: [...opened, ...ticks(1_200, 1_990, () => 0, 10).filter((step) => 'mark' in step), ...after()],
  },
  'cancelled, source changed before the opening': {
    contract: base,
    steps: [
      ...start,
      { at: 1_080, from: 'replay' },
      { at: 1_200, price: 50_000, source: 'replay' },
      ...after(),
    ],
  },
  'cancelled, source changed before the batch is in the log': {
    contract: base,
    steps: [
      { at: 900, from: 'simulated' },
      { at: 950, price: 49_990 },
      { at: 1_010, from: 'replay' },
      { at: 1_150, mark: true },
      { at: 1_170, price: 50_000, source: 'replay' },
      { at: 1_180, accept: true },
      ...after(),
    ],
  },
  'cancelled, source changed later': {
    contract: base,
    steps: [
      ...opened,
      ...ticks(1_200, 1_500, (at) => 50_000 + at),
      { at: 1_600, from: 'replay' },
      ...after(),
    ],
  },
  'won, restored before the acceptance': {
    contract: { openAfterSeq: 5_003 },
    steps: [{ at: 800, from: 'simulated' }, { at: 850, restart: 5_000 }, ...closed(50_100).slice(1)],
  },
  'won, restored after the expiry': {
    contract: base,
    steps: [...closed(50_100), { at: 2_201, restart: 36_000_000 }, { at: 9_000, price: 1 }],
  },
  'cancelled, source changed by a restore while it ran': {
    contract: base,
    steps: [
      ...opened,
      ...ticks(1_200, 1_500, (at) => 50_000 + at),
      { at: 1_501, restart: 36_000_000 },
      { at: 9_000, price: 1 },
      { at: 9_005, mark: true },
    ],
  },
  'cancelled, source changed by a restore that lost prices of the closing': {
    contract: base,
    steps: [
      ...opened,
      ...ticks(1_200, 1_980, (at) => 50_000 + at),
      { at: 2_001, restart: 36_000_000 },
      { at: 9_000, price: 1 },
    ],
  },
  'cancelled, source changed by a restore before the opening': {
    contract: base,
    steps: [...start, { at: 1_061, restart: 36_000_000 }, { at: 1_200, price: 50_000 }, ...after()],
  },
  'cancelled, source changed by a restore before the batch is in the log': {
    contract: base,
    steps: [
      ...start.slice(0, 2),
      { at: 951, restart: 999 },
      { at: 9_000, accept: true },
      { at: 9_000, price: 50_000 },
      { at: 9_200, mark: true },
    ],
  },
  'cancelled, void': {
    contract: base,
    steps: [
      ...opened,
      ...middle,
      { at: 1_930, void: [1_050, 1_150] },
      { at: 1_950, price: 50_100 },
      ...after(),
    ],
  },
  'cancelled, void after the expiry, of a lost one': {
    contract: base,
    voidedLate: true,
    steps: [...closed(49_900), { at: 2_300, void: [1_995, 2_100] }, { at: 2_400, mark: true }],
  },
  'cancelled, void after the expiry, of an equal one': {
    contract: base,
    voidedLate: true,
    steps: [...closed(50_000), { at: 2_300, void: [1_000, 1_100] }, { at: 2_400, mark: true }],
  },
}
