import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { NO_HEADER } from './block-header.ts'
import { buildReceipt } from './build-receipt.ts'
import { proofCases } from './proof-cases.ts'
import type { Check, ProofCode } from './proof-code.ts'
import { honestParts, type ProofSetting, testKey } from './proof-fixture.ts'
import type { SettlementReceipt } from './receipt.ts'
import { receiptJson } from './receipt-json.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = testKey(1)
const won = ensure(proofCases['won, over a window'])
const story = (name: string) => ensure(proofCases[name])

function receiptOf(setting: ProofSetting): SettlementReceipt {
  const built = buildReceipt(honestParts(setting))
  if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
  return built.receipt
}

const settings: [string, ProofSetting, Check, ProofCode][] = [
  [
    'the key had run out at acceptance',
    { ...won, key: testKey(1, { toMs: 1_000 }) },
    'acceptance',
    'key-not-in-use',
  ],
  [
    'the key had run out at sealing',
    { ...won, key: testKey(1, { toMs: 1_500 }) },
    'blocks',
    'key-not-in-use',
  ],
  [
    'a payout above 100 %',
    { ...won, forgeTerms: (it) => ({ ...it, rule: { ...it.rule, payoutBps: 10_001 } }) },
    'rule',
    'rule-invalid',
  ],
  [
    'an order for another product',
    { ...won, forgeTerms: (it) => ({ ...it, order: { ...it.order, symbol: 'ETHUSDT' } }) },
    'terms',
    'other-terms',
  ],
  [
    'a rule of another product',
    { ...won, forgeTerms: (it) => ({ ...it, rule: { ...it.rule, symbol: 'ETHUSDT' } }) },
    'terms',
    'other-terms',
  ],
  [
    'a rule of another duration',
    { ...won, forgeTerms: (it) => ({ ...it, rule: { ...it.rule, durationSeconds: 2 } }) },
    'terms',
    'other-terms',
  ],
  ['a later expiry', { ...won, forgeTerms: (it) => ({ ...it, expiresAtMs: 2_001 }) }, 'terms', 'expiry'],
  [
    'a stake below the least',
    { ...won, contract: { ...won.contract, stakeMicros: 999_999n } },
    'terms',
    'stake-outside-rule',
  ],
  [
    'the batch enters the log when openings are over',
    {
      ...won,
      steps: [
        ...won.steps.filter((step) => !('accept' in step) && step.at < 1_300),
        { at: 1_301, accept: true },
        ...won.steps.filter((step) => step.at > 1_301),
      ],
    },
    'acceptance-entry',
    'acceptance-late',
  ],
  [
    'the head at acceptance is later than it',
    {
      ...won,
      contract: { openAfterSeq: 3 },
      steps: [
        ...won.steps.filter((step) => !('accept' in step) && step.at < 1_070),
        { at: 1_070, accept: true },
        ...won.steps.filter((step) => step.at > 1_070),
      ],
    },
    'log',
    'head-late',
  ],
  [
    'headers that are not chained',
    { ...won, forgeHeader: (it) => ({ ...it, previous: it.number === 1 ? NO_HEADER : it.root }) },
    'blocks',
    'block-chain',
  ],
  [
    'a first header with one before',
    { ...won, forgeHeader: (it) => ({ ...it, previous: it.root }) },
    'blocks',
    'block-order',
  ],
  [
    'blocks that are sealed backwards',
    { ...won, forgeHeader: (it) => ({ ...it, timeMs: 9_000 - it.number }) },
    'blocks',
    'block-order',
  ],
  [
    'a log without a source',
    { ...won, forgeHeader: (it) => ({ ...it, lastSourceSeq: 0 }) },
    'blocks',
    'block-order',
  ],
  [
    'a newest void that goes back',
    { ...won, forgeHeader: (it) => ({ ...it, lastVoidSeq: it.number === 1 ? 2 : 1 }) },
    'blocks',
    'block-order',
  ],
  [
    'entries later than their block',
    { ...won, forgeHeader: (it) => ({ ...it, timeMs: 1_000 }) },
    'log',
    'log-order',
  ],
  [
    'a header that denies a void it holds',
    { ...story('cancelled, void'), forgeHeader: (it) => ({ ...it, lastVoidSeq: 0 }) },
    'marks',
    'mark-hidden',
  ],
  [
    'a header that takes a tick for a change of source',
    { ...won, forgeHeader: (it) => ({ ...it, lastSourceSeq: it.number === 1 ? 1 : 5 }) },
    'marks',
    'mark-hidden',
  ],
  [
    'a void takes back a win',
    {
      ...won,
      steps: [...won.steps, { at: 2_300, void: [1_000, 2_100] }, { at: 2_400, mark: true }],
      voidedLate: true,
    },
    'outcome',
    'void-of-win',
  ],
  [
    'a void that does not touch the contract',
    {
      ...story('lost, over a window'),
      steps: [
        ...story('lost, over a window').steps,
        { at: 2_300, void: [2_100, 2_200] },
        { at: 2_400, mark: true },
      ],
      voidedLate: true,
    },
    'outcome',
    'outcome-differs',
  ],
]

describe('[T11] what a dishonest site signs is found out', () => {
  test.each(settings)('%s', (_name, setting, check, code) => {
    const json = receiptJson({ kind: 'settlement', ...receiptOf(setting) })
    const verdict = verifyReceipt(json, [setting.key?.siteKey ?? key.siteKey])
    expect(verdict).toMatchObject({ ok: false, check, code })
  })
})
