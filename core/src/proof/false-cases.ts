import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { leafHash } from '../canonical-bytes.ts'
import type { LogEntry } from '../log-entry.ts'
import { headerBytes, headerHash } from './block-header.ts'
import { caseKeys, type JudgedCase, type Judgement, settlementOf, story, strangerKey } from './judged-case.ts'
import { type ProofSetting, sealed, testProduct } from './proof-fixture.ts'
import type { ProvenBlock, SettlementReceipt } from './receipt.ts'

// Receipts that say something else than what was signed, show less of it, or show a log that was signed as a false one.

const { lasting, other } = caseKeys
const won = story('won, over a window')
const honest = settlementOf(won)
const alone = settlementOf({ ...won, endsBlock: () => true })

/** Signs other entries as if the log had always been so; every entry is a block of its own. */
function rewritten(change: (entry: LogEntry) => LogEntry, setting: ProofSetting = won): SettlementReceipt {
  const receipt = settlementOf({ ...setting, endsBlock: () => true })
  return {
    ...receipt,
    chains: receipt.chains.map(({ blocks, keyId }) => {
      const changed: ProvenBlock[] = []
      for (const block of blocks) {
        const entries = block.runs.flatMap((run) => run.entries.map(change))
        const before = changed.at(-1)
        const previous = before === undefined ? block.previous : headerHash(headerBytes(before, testProduct))
        const [entry] = entries
        const root = entry === undefined ? block.root : encodeBase64url(leafHash(entry, testProduct))
        const runs = entry === undefined ? [] : [{ entries, proof: [] }]
        changed.push({ ...block, root, previous, runs })
      }
      return { keyId, blocks: changed, signature: sealed(ensure(changed.at(-1)), [], lasting).signature }
    }),
  }
}

const isTickAt = (entry: LogEntry, timeMs: number) => entry.kind === 'tick' && entry.timeMs === timeMs

/** The log in which a tick has another time. */
const moved = (fromMs: number, timeMs: number, setting = won) =>
  rewritten(
    (entry) => (isTickAt(entry, fromMs) ? ({ ...entry, timeMs, sourceTimeMs: timeMs } as LogEntry) : entry),
    setting,
  )
/** The log in which a restart names another entry as the one before it. */
const following = (afterSeq: number) =>
  rewritten(
    (entry) => (entry.kind === 'restart' ? { ...entry, afterSeq } : entry),
    story('cancelled, source changed by a restore while it ran'),
  )
const restartSeq = ensure(
  following(2)
    .chains.flatMap(({ blocks }) => blocks.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries)))
    .find(({ kind }) => kind === 'restart'),
).seq

const claiming = (claim: Partial<SettlementReceipt['claim']>, receipt = honest): SettlementReceipt => ({
  ...receipt,
  claim: { ...receipt.claim, ...claim },
})
const withoutRuns = (receipt: SettlementReceipt, chain: number, block: number): SettlementReceipt => ({
  ...receipt,
  chains: receipt.chains.map((it, at) =>
    at !== chain
      ? it
      : { ...it, blocks: it.blocks.map((inner, no) => (no === block ? { ...inner, runs: [] } : inner)) },
  ),
})
const another = settlementOf({ ...won, contract: { ...won.contract, stakeMicros: 20_000_000n } })

type Row = readonly [name: string, receipt: SettlementReceipt, judgement: Judgement]

const signatures: readonly Row[] = [
  ['a completed contract without a closing price', claiming({ closingPrice: null }), 'format format'],
  ['a reason beside a result', claiming({ cancelReason: 'void' }), 'format format'],
  ['a batch of a stranger', acceptedBy(strangerKey.siteKey.id), 'keys unknown-key'],
  ['a block of a stranger', sealedBy(strangerKey.siteKey.id), 'keys unknown-key'],
  ['another rule', ruled({ staleMs: 3_001 }), 'rule rule-hash'],
  ['another payout', ruled({ payoutBps: 10_001 }), 'rule rule-hash'],
  ['another order', ordered({ direction: 'down' }), 'order order-hash'],
  [
    'terms that were not signed',
    { ...honest, contract: { ...honest.contract, acceptedAtMs: 999, expiresAtMs: 1_999 } },
    'acceptance acceptance-path',
  ],
  ['another product', { ...honest, product: { ...honest.product, symbol: 'ETHUSDT' } }, 'terms other-terms'],
  ['an index beyond the batch', proven({ index: 3 }), 'acceptance acceptance-path'],
  [
    'a path that is too short',
    proven({ path: honest.acceptance.path.slice(1) }),
    'acceptance acceptance-path',
  ],
  [
    'a path that is too long',
    proven({ path: [...honest.acceptance.path, honest.acceptance.root] }),
    'acceptance acceptance-path',
  ],
  ['a batch that another key signed', acceptedBy(other.siteKey.id), 'acceptance acceptance-signature'],
  [
    'the log of another contract',
    { ...honest, chains: another.chains },
    'acceptance-entry acceptance-not-logged',
  ],
  ['blocks that another key signed', sealedBy(other.siteKey.id), 'blocks block-signature'],
]

function acceptedBy(keyId: string): SettlementReceipt {
  return proven({ keyId })
}

function proven(changes: Partial<SettlementReceipt['acceptance']>): SettlementReceipt {
  return { ...honest, acceptance: { ...honest.acceptance, ...changes } }
}

function sealedBy(keyId: string): SettlementReceipt {
  return { ...honest, chains: honest.chains.map((chain) => ({ ...chain, keyId })) }
}

function ruled(changes: Partial<SettlementReceipt['contract']['rule']>): SettlementReceipt {
  return {
    ...honest,
    contract: { ...honest.contract, rule: { ...honest.contract.rule, ...changes } },
  }
}

function ordered(changes: Partial<SettlementReceipt['contract']['order']>): SettlementReceipt {
  return {
    ...honest,
    contract: { ...honest.contract, order: { ...honest.contract.order, ...changes } },
  }
}

const logs: readonly Row[] = [
  ['what is rewritten without a change', rewritten((entry) => entry), 'good'],
  ['a price that is not in the block', anotherPrice(), 'inclusion entry-not-in-block'],
  ['two entries of one time', moved(1_060, 1_050), 'good'],
  ['times that run back', moved(1_060, 1_049), 'log log-order'],
  [
    'a time that a watermark has closed',
    moved(1_301, 1_290, story('cancelled, no opening price')),
    'log log-order',
  ],
  ['an entry later than its block', moved(1_950, 1_951), 'log log-order'],
  ['a restart after the last entry shown', following(5), 'good'],
  ['a restart after an entry before the last one shown', following(4), 'log log-order'],
  ['a restart after itself', following(restartSeq), 'log log-order'],
  ['a restart right after the number before it', following(restartSeq - 1), 'marks mark-hidden'],
  ['the head at acceptance left out', withoutRuns(alone, 0, 0), 'log head-missing'],
  ['a change of source left out', hiddenSource(), 'marks mark-hidden'],
]

function anotherPrice(): SettlementReceipt {
  const at = (entry: LogEntry) =>
    isTickAt(entry, 1_950) ? ({ ...entry, price: 49_000n } as LogEntry) : entry
  return {
    ...honest,
    chains: honest.chains.map((chain) => ({
      ...chain,
      blocks: chain.blocks.map((block) => ({
        ...block,
        runs: block.runs.map((run) => ({ ...run, entries: run.entries.map(at) })),
      })),
    })),
  }
}

function hiddenSource(): SettlementReceipt {
  const shown = settlementOf(story('won, the source named anew at the opening and changed after the expiry'))
  const chain = shown.chains.findIndex(({ blocks }) => blocks.some((block) => block.number === 2))
  const block = ensure(shown.chains[chain]).blocks.findIndex(({ number }) => number === 2)
  return withoutRuns(shown, chain, block)
}

const refund = {
  state: 'cancelled',
  result: null,
  closingPrice: null,
  closingTimeMs: null,
  profitMicros: 0n,
} as const
const paidBack = settlementOf(story('cancelled, void after the expiry, of a lost one'))

const claims: readonly Row[] = [
  ['no opening shown', withoutRuns(alone, 0, 3), 'opening evidence-missing'],
  ['another opening price', claiming({ openingPrice: 50_001n }), 'opening opening-differs'],
  ['another opening tick', claiming({ openingSeq: 6 }), 'opening opening-differs'],
  ['no closing shown', withoutRuns(honest, 1, 0), 'closing evidence-missing'],
  ['another closing price', claiming({ closingPrice: 50_101n }), 'closing closing-differs'],
  ['another closing time', claiming({ closingTimeMs: 2_001 }), 'closing closing-differs'],
  ['another result', claiming({ result: 'lost' }), 'outcome outcome-differs'],
  ['a refund of a win', claiming({ ...refund, cancelReason: 'price-gap' }), 'outcome outcome-differs'],
  ['a refund of a win by no void', claiming({ ...refund, cancelReason: 'void' }), 'outcome outcome-differs'],
  ['a smaller profit', claiming({ profitMicros: 7_999_999n }), 'outcome profit-differs'],
  [
    'a stake that a void gives back and that is lost all the same',
    claiming({ profitMicros: -10_000_000n }, paidBack),
    'outcome profit-differs',
  ],
]

/** Cases of receipts that were tampered with, beside a few that hold. */
export function falseCases(): JudgedCase[] {
  return [signatures, logs, claims]
    .flat()
    .map(([name, receipt, judgement]) => ({ name, receipt: { kind: 'settlement', ...receipt }, judgement }))
}
