import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { buildReceipt, type ReceiptParts } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { CHECKS } from '@truestrike/core/proof/proof-code.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import type { Receipt, SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import { receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { orderNumberOf } from '@truestrike/protocol/order-number.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { expect, test } from 'vitest'
import { checkAcceptance, holdAcceptance } from './acceptance-check.ts'
import { differenceOf } from './contract-match.ts'
import type { OrderContradiction } from './history-alarm.ts'
import { createMemoryStore } from './kept-store.ts'
import { checkReceipt } from './receipt-check.ts'

const settled = (parts: ReceiptParts): SettlementReceipt => {
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error('incomplete')
  return built.receipt
}
const won = honestParts(ensure(proofCases['won, over a window']))
const receipt = settled(won)
const settlement: Receipt = { kind: 'settlement', ...receipt }
const acceptance: Receipt = { kind: 'acceptance', ...won.accepted }
const id = receipt.contract.id.toString()
const json = (of: Receipt = settlement) => receiptJson(of)

function setting({ seed = 1, agrees = true } = {}) {
  const store = createMemoryStore()
  const alarms: OrderContradiction[] = []
  const verified: unknown[] = []
  const ring = {
    trusted: async () => [testKey(seed).siteKey],
    verified: (...signed: unknown[]) => void verified.push(signed),
  }
  const alarm = (found: OrderContradiction) => void alarms.push(found)
  const keeper = { compare: async () => agrees }
  const tools = { ring, keeper, store, alarm, nowMs: () => 7 }
  const check = (value: unknown) => checkReceipt(value, tools, false)
  /** An acceptance comes with the answer to an order. */
  const keep = async (of: unknown, receivedMs = 1) => {
    const came = { id, uid: '1', receivedMs, receipt: of }
    await holdAcceptance(came, await store.keepAcceptance(came, 9), tools, 9)
  }
  const kept = async () => (await store.acceptance(id))?.receipt
  return { store, check, keep, kept, alarms, verified }
}

/** Another batch with the same contract, signed too; one that nobody signed. */
const other = json({
  kind: 'acceptance',
  ...honestParts({ ...ensure(proofCases['won, over a window']), batch: [5, 1] }).accepted,
})
const worthless = json({
  kind: 'acceptance',
  ...{ ...won.accepted, acceptance: { ...won.accepted.acceptance, signature: 'A'.repeat(86) } },
})

test('[T11][P1] an acceptance is called signed once a trusted key’s signature has been found good', async () => {
  const { keep, alarms, verified, kept } = setting()
  await keep(json(acceptance))
  const { keyId } = won.accepted.acceptance
  expect(verified).toEqual([[keyId, receipt.contract.acceptedAtMs, json(acceptance)]])
  const ring = { trusted: async () => [testKey(1).siteKey], verified: () => undefined }
  const verdict = async (of: unknown, as = id) =>
    (await checkAcceptance({ id: as, receipt: of }, ring)).verdict
  expect(await verdict(json(acceptance))).toBe('signed')
  for (const of of [worthless, null, json()]) expect(await verdict(of)).toBe('invalid')
  expect(await verdict(json(acceptance), '5')).toBe('invalid')
  const strange = { ...ring, trusted: async () => [testKey(2).siteKey] }
  expect((await checkAcceptance({ id, receipt: json(acceptance) }, strange)).verdict).toBe('unknown-key')
  expect([alarms, await kept()]).toEqual([[], json(acceptance)])
})

test('[T11][P1] an acceptance that nobody signed is told of, and proves nothing against the site', async () => {
  const { keep, alarms, check, kept } = setting()
  await keep(worthless)
  const found = { contractId: id, foundMs: 7 }
  expect(alarms).toEqual([{ ...found, kind: 'unsigned-acceptance', kept: worthless, told: null }])
  expect(await check(json(acceptance))).toMatchObject({ fault: null })
  // A good one takes its place; it does not take the place of a good one.
  await keep(json(acceptance), 2)
  expect(await kept()).toEqual(json(acceptance))
  await keep(worthless, 3)
  expect(await kept()).toEqual(json(acceptance))
  expect(alarms).toHaveLength(2)
})

test('[T11][P1] a second acceptance of a contract is held against the first: two signed ones convict the site', async () => {
  const { keep, alarms, kept } = setting()
  await keep(json(acceptance))
  await keep(json(acceptance), 2)
  expect(alarms).toEqual([])
  await keep(other, 3)
  const found = { kind: 'two-acceptances', contractId: id, foundMs: 7 }
  expect(alarms).toEqual([{ ...found, kept: json(acceptance), told: other }])
  expect(await kept()).toEqual(json(acceptance))
})

test('[T11] an honest receipt holds; the acceptance that came with the order has then served', async () => {
  const { store, check, keep } = setting()
  await keep(json(acceptance))
  expect(await check(json(acceptance))).toMatchObject({ fault: null })
  expect(await store.acceptances()).toHaveLength(1)
  expect(await check(json())).toMatchObject({ fault: null, passed: CHECKS })
  expect(await store.acceptances()).toEqual([])
})

test('[T11] what does not hold is named, with what holds before it', async () => {
  const { check } = setting()
  const changed = JSON.stringify(json()).replace('"result":"won"', '"result":"lost"')
  const found = await check(JSON.parse(changed))
  expect(found).toMatchObject({ fault: { code: 'outcome-differs' }, passed: CHECKS.slice(0, -1) })
  expect(await check({ a: 1 })).toMatchObject({ receipt: null, passed: [], fault: { code: 'format' } })
  expect(await setting({ seed: 2 }).check(json())).toMatchObject({ fault: { code: 'unknown-key' } })
})

test('[T11][P1] a receipt of another acceptance than the one in hand, or of another history, does not hold', async () => {
  const { store, check, keep, alarms } = setting()
  await keep(other)
  expect(alarms).toEqual([])
  expect(await check(json())).toMatchObject({ fault: { code: 'other-acceptance' } })
  expect(await store.acceptances()).toHaveLength(1)
  const contradiction = { kind: 'two-acceptances', contractId: id, foundMs: 7 }
  expect(alarms).toEqual([{ ...contradiction, kept: other, told: json(acceptance) }])
  expect(await setting({ agrees: false }).check(json())).toMatchObject({ fault: { code: 'kept-history' } })
})

/** The contract as the site tells it, by the honest receipt. */
function contractOf({ contract, claim, product }: SettlementReceipt): Contract {
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
    settledAtMs: claim.closingTimeMs,
  }
}

test.each(Object.entries(proofCases))('[T11][C2] a receipt is about its contract: %s', (_, setting) => {
  const of = settled(honestParts(setting))
  expect(differenceOf({ kind: 'settlement', ...of }, contractOf(of))).toBeNull()
})

test('[T11][C2] any figure that is another on the screen is noticed', () => {
  const contract = contractOf(receipt)
  const unproven = ['settledAtMs']
  const missed = Object.entries(contract)
    .filter(([field]) => !unproven.includes(field))
    .filter(([field, value]) => {
      const other = typeof value === 'number' ? value + 1 : `${value}1`
      return differenceOf(settlement, { ...contract, [field]: other }) === null
    })
  expect(missed).toEqual([])
  expect(differenceOf(acceptance, { ...contract, state: 'running', profit: null })).toBeNull()
  expect(differenceOf(settlement, { ...contract, profit: '9.00' })).toEqual({
    field: 'profit',
    inReceipt: '8.00',
    onScreen: '9.00',
  })
})

test('[P-2] [T11] a server of the release before, which does not tell all times, is no fault of a receipt', () => {
  const told: Partial<Contract> = contractOf(settlement)
  delete told.openTimeoutMs
  delete told.maxGapMs
  expect(differenceOf(settlement, told as Contract)).toBeNull()
  delete told.windowMs
  expect(differenceOf(settlement, told as Contract)).toMatchObject({ field: 'windowMs' })
})
