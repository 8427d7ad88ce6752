import type { JudgedCase, Judgement } from './judged-case.ts'
import type { ProofStep } from './proof-fixture.ts'
import {
  cancelledAt,
  closed,
  notOpened,
  opened,
  openedBy,
  proof,
  type ShownLog,
  shownLog,
  started,
  wonAt,
} from './shown-log.ts'

// What follows from the entries shown, and what does not: the opening, causes, the closing, gaps, voids.

type Row = readonly [name: string, log: ShownLog, judgement: Judgement]

const price = (at: number, value = 50_100): ProofStep => ({ at, price: value })
const foreign = (at: number): ProofStep => ({ at, price: 50_100, source: 'replay' })
const source = (at: number): ProofStep => ({ at, from: 'replay' })
const mark = (at: number): ProofStep => ({ at, mark: true })
const restart = (at: number): ProofStep => ({ at, restart: 999 })
const voided = (at: number, fromMs: number, toMs: number): ProofStep => ({ at, void: [fromMs, toMs] })
const changed = (decidedSeq: number, opening = openedBy(4)) =>
  cancelledAt(decidedSeq, 'source-changed', opening)

/** Opened by entry 6; 4 is the first from the opening delay on. */
const waited = [...started, mark(1_100), mark(1_150), price(1_200, 50_000)]
const byWaiting = openedBy(6, 1_200)
const wonByWaiting = { steps: [...waited, price(1_950), proof], claim: wonAt(8, byWaiting) }
/** A change of source right after two watermarks. */
const unopened = {
  steps: [...started, mark(1_100), mark(1_120), source(1_150)],
  claim: changed(6, notOpened),
}
const overruled: readonly ProofStep[] = [...started, source(1_080), price(1_100, 50_000), price(1_950), proof]

const openings: readonly Row[] = [
  ['an opening after two watermarks', wonByWaiting, 'good'],
  ['one of them left out', { ...wonByWaiting, hidden: [5] }, 'opening evidence-missing'],
  [
    'two watermarks before opening and change of source',
    { steps: [...waited, source(1_600)], claim: changed(7, byWaiting) },
    'good',
  ],
  [
    'the first of them left out',
    { steps: [...waited, source(1_600)], claim: changed(7, notOpened), hidden: [4] },
    'opening evidence-missing',
  ],
  [
    'the second of them left out',
    { steps: [...waited, source(1_600)], claim: changed(7, notOpened), hidden: [5] },
    'opening evidence-missing',
  ],
  ['a change of source while a price is waited for', unopened, 'good'],
  ['an entry left out before it', { ...unopened, hidden: [5] }, 'opening evidence-missing'],
  [
    'an opening after a change of source',
    { steps: overruled, claim: wonAt(7, openedBy(5)) },
    'opening opening-differs',
  ],
  [
    'no opening after a change of source, decided too late',
    { steps: overruled, claim: changed(7, notOpened) },
    'outcome outcome-differs',
  ],
  ['no opening after a change of source', { steps: overruled, claim: changed(4, notOpened) }, 'good'],
]

const causes: readonly Row[] = [
  [
    'a change of source that proves that there was no opening price',
    { steps: [...started, source(1_301)], claim: cancelledAt(4, 'no-opening-price', notOpened) },
    'good',
  ],
  [
    'a change of source for which there was no opening price',
    { steps: [...started, source(1_301)], claim: changed(4, notOpened) },
    'outcome outcome-differs',
  ],
  [
    'a restart that proves that there was no opening price',
    { steps: [...started, restart(1_301)], claim: cancelledAt(1_003, 'no-opening-price', notOpened) },
    'good',
  ],
  [
    'a void in the very millisecond of the opening',
    { steps: [...opened, voided(1_100, 1_000, 1_150), price(1_950), proof], claim: wonAt(7) },
    'good',
  ],
  [
    'a void in the millisecond after the opening',
    { steps: [...opened, voided(1_101, 1_000, 1_150)], claim: cancelledAt(5, 'void') },
    'good',
  ],
  [
    'a void at the beginning of the window',
    { steps: [...closed, voided(1_990, 1_500, 3_000), proof], claim: wonAt(7) },
    'good',
  ],
  [
    'a void in the millisecond after it',
    { steps: [...closed, voided(1_991, 1_500, 3_000)], claim: cancelledAt(6, 'void') },
    'good',
  ],
]

/** A window of which the tick in force at its beginning, entry 5, is left out. */
const headless = { contract: { windowMs: 600, maxGapMs: 300 }, hidden: [5] }

const closings: readonly Row[] = [
  [
    'a closing price of another source',
    { steps: [...opened, foreign(1_950), proof], claim: changed(6) },
    'good',
  ],
  [
    'a closing price of another source and a gap',
    { steps: [...opened, foreign(1_499), proof], claim: changed(6) },
    'good',
  ],
  [
    'a price of another source in a window whose first one is left out',
    { ...headless, steps: [...opened, price(1_350), foreign(1_750), proof], claim: changed(7) },
    'good',
  ],
  [
    'a price of another source and a gap in such a window',
    { ...headless, steps: [...opened, price(1_350), foreign(1_699), proof], claim: changed(7) },
    'good',
  ],
  [
    'a price of another source before those used',
    { steps: [...opened, foreign(1_200), price(1_950), proof], claim: wonAt(7) },
    'good',
  ],
  [
    'a price of another source after the expiry',
    { steps: [...closed, foreign(2_001)], claim: wonAt(6) },
    'good',
  ],
  [
    'a restart after the closing price',
    { steps: [...closed, restart(2_001)], claim: changed(1_005) },
    'good',
  ],
  [
    'a restart after an entry that is left out',
    { steps: [...closed, restart(2_001)], claim: changed(1_005), hidden: [5] },
    'closing evidence-missing',
  ],
  [
    'a closing price over a gap',
    { steps: [...opened, price(1_499), proof], claim: wonAt(6) },
    'closing closing-differs',
  ],
]

/** Claims a gap by entries that begin with this one, in a window whose first price is left out. */
function beginning(first: ProofStep, ...rest: ProofStep[]): ShownLog {
  const steps = [...opened, price(1_350), first, ...rest, proof]
  return { ...headless, steps, claim: cancelledAt(steps.length, 'price-gap') }
}
const onlyProof = { steps: [...closed, mark(2_600)], claim: cancelledAt(6, 'price-gap'), hidden: [5] }

const gaps: readonly Row[] = [
  [
    'a price in force for exactly the gap',
    { steps: [...opened, price(1_500), proof], claim: wonAt(6) },
    'good',
  ],
  [
    'a price in force for longer',
    { steps: [...opened, price(1_499), proof], claim: cancelledAt(6, 'price-gap') },
    'good',
  ],
  ['the next price after exactly the gap', beginning(mark(1_500), price(1_800)), 'closing evidence-missing'],
  ['the next price later', beginning(mark(1_500), price(1_801)), 'good'],
  ['the expiry after exactly the gap', beginning(mark(1_700)), 'closing evidence-missing'],
  ['the expiry later', beginning(mark(1_699)), 'good'],
  ['the expiry later than a refused price', beginning({ at: 1_699, rejected: 60_000 }), 'good'],
  [
    'a price after exactly the gap after another',
    beginning(mark(1_450), price(1_500), price(1_800)),
    'closing evidence-missing',
  ],
  ['a price later after another', beginning(mark(1_450), price(1_500), price(1_801)), 'good'],
  ['the expiry after exactly the gap after a price', beginning(price(1_700)), 'closing evidence-missing'],
  ['the expiry later after a price', beginning(price(1_699)), 'good'],
  ['nothing but the proof past the expiry', onlyProof, 'closing evidence-missing'],
]

const lost = { contract: { direction: 'down' }, claim: cancelledAt(7, 'void') } as const
const late = voided(2_300, 1_000, 2_100)

const lateVoids: readonly Row[] = [
  ['a void after a loss', { ...lost, steps: [...closed, proof, late] }, 'good'],
  [
    'the second void after a loss',
    { ...lost, steps: [...closed, proof, late, voided(2_400, 1_000, 2_100)], claim: cancelledAt(8, 'void') },
    'good',
  ],
  [
    'a void after a loss without its opening',
    { ...lost, steps: [...closed, proof, late], claim: cancelledAt(7, 'void', notOpened) },
    'opening opening-differs',
  ],
  [
    'a void after a loss whose closing is not shown',
    { ...lost, steps: [...closed, proof, late], hidden: [5] },
    'closing evidence-missing',
  ],
  [
    'a void after a loss whose opening is not shown',
    {
      ...lost,
      steps: [...waited, price(1_950), proof, late],
      claim: cancelledAt(9, 'void', notOpened),
      hidden: [5],
    },
    'opening evidence-missing',
  ],
  [
    'a void after a gap',
    { ...lost, steps: [...opened, price(1_499), proof, late] },
    'outcome outcome-differs',
  ],
  [
    'a void after a void',
    {
      ...lost,
      steps: [...opened, voided(1_500, 1_050, 1_150), price(1_950), proof, late],
      claim: cancelledAt(8, 'void'),
    },
    'outcome outcome-differs',
  ],
]

/** Cases of what follows from a log, each a settlement receipt. */
export function outcomeCases(): JudgedCase[] {
  return [openings, causes, closings, gaps, lateVoids]
    .flat()
    .map(([name, log, judgement]) => ({ name, receipt: { kind: 'settlement', ...shownLog(log) }, judgement }))
}
