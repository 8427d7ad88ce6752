import { HASH_BYTES, type LogProduct } from '../canonical-bytes.ts'
import { DURATION_SECONDS_MAX, type GameRuleContent } from '../game-rule.ts'
import { fail, type Ok, ok } from '../result.ts'
import {
  amountText,
  entryCodec,
  I64_MAX,
  PRECISION_MAX,
  priceText,
  sourceText,
  symbolText,
} from './entry-json.ts'
import {
  bytesText,
  type Codec,
  decimalText,
  FormatFault,
  isObject,
  listOf,
  matching,
  named,
  nullable,
  objectOf,
  oneOf,
  whole,
} from './json-codec.ts'
import type { OrderTerms } from './order-leaf.ts'
import type {
  AcceptanceProof,
  AcceptedContract,
  BlockChain,
  ProvenBlock,
  ProvenRun,
  Receipt,
  SettlementClaim,
} from './receipt.ts'
import { headerMembers } from './signed-header.ts'
import { keyIdText, signatureText, timeMs } from './site-keys.ts'

export const ACCEPTANCE_FORMAT = 'truestrike-acceptance/1'
export const SETTLEMENT_FORMAT = 'truestrike-receipt/1'

const U32_MAX = 2 ** 32 - 1
const I32_MAX = 2 ** 31 - 1
const PATH_HASHES_MAX = 64
const LIST_MAX = 100_000

const hash = bytesText(HASH_BYTES)
const seq = whole(1, Number.MAX_SAFE_INTEGER)
const u32 = whole(0, U32_MAX)
const version = whole(1, I32_MAX)
const result = oneOf('won', 'lost', 'equal')
const cancelReason = oneOf('no-opening-price', 'price-gap', 'source-changed', 'void')
const contractId: Codec<bigint> = decimalText({
  parse: (text) => (/^[1-9][0-9]{0,18}$/.test(text) ? ok(BigInt(text)) : fail('MALFORMED')),
  format: String,
  min: 1n,
  max: I64_MAX,
})

const product = objectOf<LogProduct>({ symbol: symbolText, version, precision: whole(0, PRECISION_MAX) })

const order = objectOf<OrderTerms>({
  clientOrderId: matching(/^[A-Za-z0-9_-]{8,64}$/),
  book: oneOf('demo', 'real'),
  symbol: symbolText,
  direction: oneOf('up', 'down'),
  durationSeconds: whole(1, DURATION_SECONDS_MAX),
  stakeMicros: named('stake', amountText(1n, I64_MAX)),
  ruleVersion: version,
})

const rule = objectOf<GameRuleContent>({
  symbol: matching(/^(\*|[A-Z0-9]{2,20})$/),
  durationSeconds: u32,
  payoutBps: u32,
  stakeMinMicros: named('stakeMin', amountText(0n, I64_MAX)),
  stakeMaxMicros: named('stakeMax', amountText(0n, I64_MAX)),
  windowMs: u32,
  openingDelayMs: u32,
  openTimeoutMs: u32,
  staleMs: u32,
  maxGapMs: u32,
})

const contract = objectOf<AcceptedContract>({
  id: contractId,
  order,
  orderHash: hash,
  rule,
  ruleHash: hash,
  source: sourceText,
  openAfterSeq: seq,
  acceptedAtMs: timeMs,
  expiresAtMs: timeMs,
})

const acceptance = objectOf<AcceptanceProof>({
  index: u32,
  count: whole(1, U32_MAX),
  path: listOf(hash, 0, PATH_HASHES_MAX),
  root: hash,
  keyId: keyIdText,
  signature: signatureText,
})

function settlementCodec(precision: number) {
  const price = priceText(precision)
  const claim = objectOf<SettlementClaim>({
    state: oneOf('completed', 'cancelled'),
    result: nullable(result),
    cancelReason: nullable(cancelReason),
    decidedSeq: seq,
    openingPrice: nullable(price),
    openingTimeMs: nullable(timeMs),
    openingSeq: nullable(seq),
    closingPrice: nullable(price),
    closingTimeMs: nullable(timeMs),
    profitMicros: named('profit', amountText(-I64_MAX, I64_MAX)),
  })
  const run = objectOf<ProvenRun>({
    entries: listOf(entryCodec(precision), 1, LIST_MAX),
    proof: listOf(hash, 0, 2 * PATH_HASHES_MAX),
  })
  const block = objectOf<ProvenBlock>({ ...headerMembers, runs: listOf(run, 0, LIST_MAX) })
  const chain = objectOf<BlockChain>({
    keyId: keyIdText,
    signature: signatureText,
    blocks: listOf(block, 1, LIST_MAX),
  })
  const format = oneOf(SETTLEMENT_FORMAT)
  return objectOf({ format, product, contract, claim, acceptance, chains: listOf(chain, 1, LIST_MAX) })
}

const acceptanceCodec = objectOf({ format: oneOf(ACCEPTANCE_FORMAT), product, contract, acceptance })

/** A receipt of either kind from foreign JSON; never throws. `path` names the first place that has not the form. */
export function parseReceipt(json: unknown): Ok<Receipt> | { ok: false; path: string } {
  try {
    return ok(readReceipt(json))
  } catch (error) {
    if (error instanceof FormatFault) return { ok: false, path: error.path }
    throw error
  }
}

function readReceipt(json: unknown): Receipt {
  const members: Record<string, unknown> = isObject(json) ? json : {}
  if (members.format === ACCEPTANCE_FORMAT) {
    const { format: _, ...receipt } = acceptanceCodec.read(json, '')
    return { kind: 'acceptance', ...receipt }
  }
  if (members.format !== SETTLEMENT_FORMAT) throw new FormatFault('/format')
  const { precision } = product.read(members.product, '/product')
  const { format: _, ...receipt } = settlementCodec(precision).read(json, '')
  demandWholeClaim(receipt.claim)
  receipt.chains.forEach((chain, at) => {
    chain.blocks.forEach((block, index) => {
      demandRuns(block, `/chains/${at}/blocks/${index}`)
    })
  })
  return { kind: 'settlement', ...receipt }
}

/** A completed contract has a result and both prices, a cancelled one a reason, no closing, and an opening or none. */
function demandWholeClaim(claim: SettlementClaim): void {
  const opening = [claim.openingPrice, claim.openingTimeMs, claim.openingSeq].filter(
    (value) => value !== null,
  ).length
  const closing = [claim.closingPrice, claim.closingTimeMs].filter((value) => value !== null).length
  const whole =
    claim.state === 'completed'
      ? claim.result !== null && claim.cancelReason === null && opening === 3 && closing === 2
      : claim.result === null && claim.cancelReason !== null && opening % 3 === 0 && closing === 0
  if (!whole) throw new FormatFault('/claim')
}

/** Runs lie inside their block, ascending and apart; the numbers of a run have no gaps. */
function demandRuns(block: ProvenBlock, path: string): void {
  let nextSeq = block.firstSeq
  block.runs.forEach(({ entries }, at) => {
    entries.forEach((entry, index) => {
      const fits = index === 0 ? entry.seq >= nextSeq : entry.seq === nextSeq
      if (!fits || entry.seq > block.lastSeq) throw new FormatFault(`${path}/runs/${at}/entries/${index}/seq`)
      nextSeq = entry.seq + 1
    })
    // The next run begins after at least one entry that is left out: two that touch would be one.
    nextSeq += 1
  })
}

/** The JSON value of a receipt; `parseReceipt` reads it back. */
export function receiptJson(receipt: Receipt): unknown {
  return receipt.kind === 'acceptance'
    ? acceptanceCodec.write({ format: ACCEPTANCE_FORMAT, ...receipt })
    : settlementCodec(receipt.product.precision).write({ format: SETTLEMENT_FORMAT, ...receipt })
}
