import type { LogEntry } from '../log-entry.ts'
import { caseKeys, type JudgedCase, type Judgement } from './judged-case.ts'
import type { ProofStep } from './proof-fixture.ts'
import type { SettlementReceipt } from './receipt.ts'
import {
  type Cut,
  cancelledAt,
  notOpened,
  opened,
  openedBy,
  type ShownLog,
  shownLog,
  started,
  won,
  wonAt,
} from './shown-log.ts'

// Logs that are whole or not, beside those that may look so: keys, texts, blocks and their chains, the batch.

type Row = readonly [name: string, receipt: SettlementReceipt, judgement: Judgement]

const honest: ShownLog = { steps: won, claim: wonAt(6) }
/** The log of a win with two entries more before the one at acceptance, 2 and 3: opened by 6, decided by 8. */
const begun = (second: ProofStep, third: ProofStep): ShownLog => ({
  steps: [...won.slice(0, 1), second, third, ...won.slice(1)],
  contract: { openAfterSeq: 4 },
  claim: wonAt(8, openedBy(6)),
})
const marked = begun({ at: 910, mark: true }, { at: 920, mark: true })
const restarted = begun({ at: 910, mark: true }, { at: 920, restart: 0 })

/** The log with a void for a reason; what is shown of it is another one's, where it is given. */
function explained(reason: string, shown = reason): SettlementReceipt {
  const withReason = (text: string) => (entry: LogEntry) =>
    entry.kind === 'void' ? { ...entry, reason: text } : entry
  const log = begun({ at: 910, void: [1, 2] }, { at: 920, mark: true })
  const receipt = shownLog({ ...log, change: withReason(reason) })
  const tell = withReason(shown)
  return {
    ...receipt,
    chains: receipt.chains.map((chain) => ({
      ...chain,
      blocks: chain.blocks.map((block) => ({
        ...block,
        runs: block.runs.map((run) => ({ ...run, entries: run.entries.map(tell) })),
      })),
    })),
  }
}

const signed: readonly Row[] = [
  ['a log like any other', shownLog(honest), 'good'],
  [
    'a key that is no point of the curve',
    shownLog({ ...honest, key: caseKeys.noPoint }),
    'acceptance acceptance-signature',
  ],
  [
    'a key for which everybody can sign',
    shownLog({ ...honest, key: caseKeys.smallOrder }),
    'acceptance acceptance-signature',
  ],
  ['a reason of 200 bytes', explained('é'.repeat(100)), 'good'],
  ['a reason of 201', explained('', `${'é'.repeat(100)}.`), 'format format'],
  ['a reason of 200 characters of two bytes', explained('', 'é'.repeat(200)), 'format format'],
]

type Block = readonly [number: number, holds: number, leftOut?: number]

/** Chains of blocks: the number of each, how many entries it holds, and how many are left out before it. */
function cutInto(...chains: readonly (readonly Block[])[]): Required<Pick<ShownLog, 'cut'>> {
  const cut = (entries: readonly LogEntry[]): Cut[][] => {
    let next = 0
    return chains.map((blocks) =>
      blocks.map(([number, holds, leftOut = 0]) => {
        next += leftOut + holds
        return { number, entries: entries.slice(next - holds, next) }
      }),
    )
  }
  return { cut }
}
const inBlocks = (...chains: readonly (readonly Block[])[]) => shownLog({ ...marked, ...cutInto(...chains) })

const blocks: readonly Row[] = [
  ['a restart in the middle of a chain', shownLog(restarted), 'good'],
  [
    'a restart in the middle of its block',
    shownLog({
      ...restarted,
      ...cutInto([
        [1, 4],
        [2, 4],
      ]),
    }),
    'good',
  ],
  [
    'a restart in the middle of a chain while the contract runs',
    shownLog({ steps: [...opened, { at: 1_500, restart: 0 }], claim: cancelledAt(5, 'source-changed') }),
    'good',
  ],
  [
    'an entry left out between two blocks of a chain',
    inBlocks([
      [1, 1],
      [2, 6, 1],
    ]),
    'blocks block-chain',
  ],
  [
    'a block left out in a chain',
    inBlocks([
      [1, 1],
      [3, 6, 1],
    ]),
    'blocks block-order',
  ],
  ['a block left out between two chains', inBlocks([[1, 1]], [[3, 6, 1]]), 'good'],
  ['more blocks left out than entries', inBlocks([[1, 2]], [[3, 6]]), 'blocks block-order'],
  ['neighbouring blocks in two chains', inBlocks([[1, 2]], [[2, 6]]), 'blocks block-order'],
]

const watermarkThen = (step: ProofStep) => shownLog(begun({ at: 910, mark: true }, step))

const orders: readonly Row[] = [
  ['a watermark at the time of another', watermarkThen({ at: 910, mark: true }), 'log log-order'],
  ['a watermark a millisecond after another', watermarkThen({ at: 911, mark: true }), 'good'],
  ['a restart at the time of a watermark', watermarkThen({ at: 910, restart: 0 }), 'log log-order'],
  ['a restart a millisecond after a watermark', watermarkThen({ at: 911, restart: 0 }), 'good'],
]

const late: ProofStep = { at: 2_010, accept: true }

const batches: readonly Row[] = [
  [
    'the batch of a completed contract only after what decides it',
    shownLog({
      steps: [...started.slice(0, 2), ...won.slice(3), late],
      claim: wonAt(5, openedBy(3)),
    }),
    'acceptance-entry acceptance-late',
  ],
  [
    'the batch of a cancelled contract only after what decides it',
    shownLog({
      steps: [...started.slice(0, 2), { at: 1_010, from: 'replay' }, late],
      claim: cancelledAt(3, 'source-changed', notOpened),
    }),
    'good',
  ],
  ['the batch in time, and late once more', shownLog({ ...honest, steps: [...won, late] }), 'good'],
]

/** Cases of logs that are whole or not. */
export function logCases(): JudgedCase[] {
  return [signed, blocks, orders, batches]
    .flat()
    .map(([name, receipt, judgement]) => ({ name, receipt: { kind: 'settlement', ...receipt }, judgement }))
}
