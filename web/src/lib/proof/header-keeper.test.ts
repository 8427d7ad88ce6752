import { ensure } from '@truestrike/core/assert.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import type { SignedChain } from './history-alarm.ts'
import {
  bare,
  chainOf,
  hash,
  honest,
  key,
  other,
  precision,
  setting,
  signed,
  symbol,
} from './keeper-fixture.ts'

test('[P1] headers come in any order and with gaps, which the site has to fill; the same one twice is no contradiction', async () => {
  const { see, numbers, alarms, site } = setting()
  await see(honest[1], honest[0], honest[0], honest[4])
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await see(honest[0], honest[7], honest[3])
  expect(site.asked).toEqual([[2, 400]])
  expect(alarms).toEqual([])
})

test('[P1] a header nobody trusted signed is not kept, nor is anything that is no header', async () => {
  const { see, kept, alarms } = setting({ keys: [testKey(2).siteKey] })
  await see(honest[0], { ...honest[1], number: 'two' }, null)
  expect(await kept()).toEqual([])
  const mine = setting()
  const [first] = honest
  await mine.see(
    { ...first, root: hash(1) },
    { ...ensure(honest[1]), signature: ensure(honest[2]).signature },
  )
  expect(await mine.kept()).toEqual([])
  expect([...alarms, ...mine.alarms]).toEqual([])
})

test('[P1] one signature stands for headers that follow from one another', async () => {
  const { see, kept } = setting()
  // Their own signatures are another header's: the last one's is good.
  await see(
    { ...honest[0], signature: honest[5]?.signature },
    { ...honest[1], signature: honest[5]?.signature },
    honest[2],
  )
  expect((await kept()).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('[P1] a second content for a number is told, with both signed headers', async () => {
  const { see, alarms, kept } = setting()
  await see(...honest.slice(0, 5))
  await see(other[3])
  expect(alarms).toMatchObject([{ kind: 'rewritten', symbol, precision, number: 4, foundMs: 7 }])
  const [found] = alarms
  expect(found?.kept).toEqual(chainOf(honest[3]))
  expect(found?.told).toEqual(chainOf(other[3]))
  // What was seen first stays.
  expect((await kept())[3]?.root).toBe(honest[3]?.root)
})

test('[P1] evidence goes on to a header whose own signature is good', async () => {
  const { see, alarms } = setting()
  const wrong = { signature: ensure(honest[7]).signature }
  await see({ ...honest[3], ...wrong }, { ...honest[4], ...wrong }, honest[5])
  await see({ ...other[3], ...wrong }, other[4])
  expect(alarms[0]?.kept.blocks.map(({ number }) => number)).toEqual([4, 5, 6])
  expect(alarms[0]?.kept.signature).toBe(honest[5]?.signature)
  expect((ensure(alarms[0]).told as SignedChain).blocks.map(({ number }) => number)).toEqual([4, 5])
})

test('[P1] a header that denies the one before it, and one that cannot be of the same log', async () => {
  const forked = setting()
  await forked.see(...honest.slice(0, 4))
  await forked.see(other[4])
  expect(forked.alarms).toMatchObject([{ kind: 'unchained', number: 4 }])
  const back = setting()
  await back.see(...honest.slice(0, 4))
  await back.see(signed({ ...bare(ensure(honest[6])), timeMs: 1_000 }))
  expect(back.alarms).toMatchObject([{ kind: 'out-of-order', number: 4 }])
  const late = setting()
  await late.see(honest[6])
  await late.see(other[5])
  expect(late.alarms).toMatchObject([{ kind: 'unchained', number: 7 }])
})

test('[P1] every signature found good is said, with the header that bears it', async () => {
  const { see, verified } = setting()
  await see(honest[0], honest[1])
  expect(verified).toEqual([
    [key.siteKey.id, honest[1]?.timeMs, { symbol, precision, ...chainOf(honest[1]) }],
  ])
})

test('[P1] an answer that contradicts it, lacks it or is not signed raises the alarm', async () => {
  const told = async (blocks: (typeof honest)[number][]) => {
    const { see, site, keeper, alarms } = setting()
    await see(...honest.slice(0, 4))
    site.blocks = blocks
    await keeper.askAgain(symbol)
    return alarms
  }
  expect(await told(other)).toMatchObject([{ kind: 'rewritten', number: 4, told: chainOf(other[3]) }])
  expect(await told([])).toMatchObject([{ kind: 'denied', number: 4, kept: chainOf(honest[3]), told: null }])
  const unsigned = { ...ensure(honest[3]), root: hash(3) }
  expect(await told([unsigned])).toMatchObject([{ kind: 'denied', number: 4, told: unsigned }])
})

test('[P1] running hashes of prices are held against the header that ends at them, whichever comes first', async () => {
  const [header] = honest
  const tick = (runningHash: string): TickItem => [
    symbol,
    1,
    ensure(header).lastSeq,
    1,
    1_000,
    '500.00',
    '0.00',
    runningHash,
  ]
  const good = setting()
  good.keeper.hear([tick(ensure(header).runningHash)])
  await good.see(header)
  good.keeper.hear([tick(ensure(header).runningHash)])
  await good.keeper.settle()
  expect(good.alarms).toEqual([])
  const before = setting()
  before.keeper.hear([tick(hash(9))])
  await before.see(header)
  await expect.poll(() => before.alarms).toMatchObject([{ kind: 'other-prices', number: 1 }])
  const after = setting()
  await after.see(header)
  after.keeper.hear([tick(hash(9))])
  await expect
    .poll(() => after.alarms)
    .toMatchObject([{ kind: 'other-prices', told: { tick: tick(hash(9)) } }])
})

test('[P1][T11] the headers of a receipt are held against those kept', async () => {
  const parts = honestParts(ensure(proofCases['won, over a window']))
  const built = buildReceipt(parts)
  if (!built.ok) throw new Error('incomplete')
  const block = ensure(parts.blocks[1])
  const good = setting()
  await good.see({ ...block.header, keyId: block.keyId, signature: block.signature })
  expect(await good.keeper.compare(built.receipt)).toBe(true)
  expect((await good.kept()).length).toBeGreaterThan(1)
  const bad = setting()
  await bad.see(signed({ ...block.header, root: hash(5) }))
  expect(await bad.keeper.compare(built.receipt)).toBe(false)
  expect(bad.alarms).toMatchObject([{ kind: 'rewritten', number: 2 }])
  expect((ensure(bad.alarms[0]).told as SignedChain).signature).toBe(built.receipt.chains[0]?.signature)
})

test('[P1] the newest two thousand of a product are kept', async () => {
  const { keeper, see, store } = setting()
  await see(honest[0], honest[1], honest[2])
  await store.trim(symbol, 2)
  expect(await store.spans()).toEqual([{ symbol, count: 2, firstNumber: 2, lastNumber: 3 }])
  await keeper.settle()
})
