import type { Page } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import {
  honestParts,
  type ProofSetting,
  type ProofStep,
  type TestKey,
  testKey,
  testProduct,
} from '@truestrike/core/proof/proof-fixture.ts'
import type { SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { orderNumberOf } from '@truestrike/protocol/order-number.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'

/** A contract of a site in small, with its receipt: for what the running product never does. */
export interface ProvenContract {
  readonly contract: Contract
  readonly acceptance: unknown
  readonly settlement: unknown
  readonly receipt: SettlementReceipt
  readonly keys: unknown
  readonly prices: readonly { seq: number; kind: 'tick'; timeMs: number; price: string }[]
}

const DURATION_MS = 30_000
const START_MS = 1_795_000_000_000

/** Won up over 30 s, closing on an average of two seconds; cancelled for want of an opening price when `cancelled`. */
function settingOf(cancelled: boolean): ProofSetting {
  const at = (ms: number): number => START_MS + ms
  const price = (ms: number): number =>
    6_748_236 + Math.round(900 * Math.sin(ms / 4_000)) + Math.floor(ms / 60)
  const ticks: ProofStep[] = []
  for (let ms = cancelled ? 6_000 : 300; ms <= DURATION_MS + 900; ms += 250) {
    ticks.push({ at: at(ms), price: price(ms) })
    if (ms % 1_000 < 250) ticks.push({ at: at(ms + 120), mark: true })
  }
  return {
    contract: {
      openAfterSeq: 2,
      acceptedAtMs: at(0),
      expiresAtMs: at(DURATION_MS),
      windowMs: 2_000,
      openingDelayMs: 300,
      openTimeoutMs: 5_000,
      maxGapMs: 5_000,
    },
    steps: [
      { at: at(-400), from: 'simulated' },
      { at: at(-150), price: price(0) },
      { at: at(60), accept: true },
      { at: at(180), mark: true },
      ...ticks,
    ],
    endsBlock: (entry, next) => Math.floor(entry.timeMs / 1_000) !== Math.floor(next.timeMs / 1_000),
  }
}

export function provenContract({
  key = testKey(1),
  cancelled = false,
}: {
  key?: TestKey
  cancelled?: boolean
} = {}): ProvenContract {
  const parts = honestParts({ ...settingOf(cancelled), key })
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error(`the receipt lacks entry ${built.missingSeq}`)
  const entries = parts.blocks.flatMap((block) => block.entries)
  return {
    contract: wireContract(built.receipt),
    acceptance: receiptJson({ kind: 'acceptance', ...parts.accepted }),
    settlement: receiptJson({ kind: 'settlement', ...built.receipt }),
    receipt: built.receipt,
    keys: { format: 'truestrike-keys/1', keys: [key.siteKey] },
    prices: entries.flatMap((entry) =>
      entry.kind === 'tick'
        ? [
            {
              seq: entry.seq,
              kind: entry.kind,
              timeMs: entry.timeMs,
              price: formatPrice(entry.price, testProduct.precision),
            },
          ]
        : [],
    ),
  }
}

function wireContract({ contract, claim, product }: SettlementReceipt): Contract {
  const { order, rule } = contract
  const price = (value: bigint | null) => (value === null ? null : formatPrice(value, product.precision))
  return {
    id: contract.id.toString(),
    orderNo: orderNumberOf(contract.id),
    clientOrderId: order.clientOrderId,
    book: order.book,
    symbol: order.symbol,
    direction: order.direction,
    stake: formatMicros(order.stakeMicros),
    payoutBps: rule.payoutBps,
    durationSeconds: order.durationSeconds,
    windowMs: rule.windowMs,
    openingDelayMs: rule.openingDelayMs,
    openTimeoutMs: rule.openTimeoutMs,
    maxGapMs: rule.maxGapMs,
    ruleVersion: order.ruleVersion,
    ruleHash: contract.ruleHash,
    source: contract.source,
    openAfterSeq: contract.openAfterSeq,
    acceptedAtMs: contract.acceptedAtMs,
    expiresAtMs: contract.expiresAtMs,
    state: claim.state,
    result: claim.result,
    cancelReason: claim.cancelReason,
    openingPrice: price(claim.openingPrice),
    openingTimeMs: claim.openingTimeMs,
    openingSeq: claim.openingSeq,
    closingPrice: price(claim.closingPrice),
    closingTimeMs: claim.closingTimeMs,
    profit: formatMicros(claim.profitMicros),
    settledAtMs: contract.expiresAtMs + 200,
  }
}

/** What the site answers; each may be changed between two calls. */
export interface Answers {
  contract: unknown
  /** `state` and `receipt` of the call; null: it fails. */
  receipt: { state: 'accepted' | 'sealing' | 'settled'; receipt: unknown } | null
  keys: unknown
}

/** Lets a page see a proven contract where it asks for contract, receipt and keys. */
export async function serveProven(page: Page, proven: ProvenContract): Promise<Answers> {
  const answers: Answers = {
    contract: proven.contract,
    receipt: { state: 'settled', receipt: proven.settlement },
    keys: proven.keys,
  }
  const { id } = proven.contract
  const data = (value: unknown) => ({ json: { success: true, data: value } })
  await page.route(`**/api/trade/contracts/${id}`, (route) =>
    route.fulfill(data({ contract: answers.contract })),
  )
  await page.route(`**/api/trade/contracts/${id}/receipt`, (route) =>
    answers.receipt === null
      ? route.fulfill({ status: 503, body: '' })
      : route.fulfill(data(answers.receipt)),
  )
  await page.route('**/api/trade/contracts?*', (route) =>
    route.fulfill(data({ contracts: [answers.contract], nextCursor: null })),
  )
  await page.route('**/api/market/ticks?*', (route) =>
    route.fulfill(
      data({ symbol: testProduct.symbol, epoch: 1, entries: proven.prices, hash: null, nextSeq: null }),
    ),
  )
  await page.route('**/api/proof/keys', (route) => route.fulfill(data(answers.keys)))
  return answers
}

/** The address of its drawer. */
export function drawerPath({ id }: Pick<Contract, 'id'>): string {
  return `/contract-record?tab=history&contract=${id}`
}

/** The same JSON with one letter changed, at the first place that matches. */
export function tampered(json: unknown, from: string, to: string): unknown {
  const text = JSON.stringify(json)
  ensure(text.includes(from) ? text : null, `no ${from} in the receipt`)
  return JSON.parse(text.replace(from, to)) as unknown
}
