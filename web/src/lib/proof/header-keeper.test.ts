import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { logOf } from '@truestrike/core/log-fixture.ts'
import { type BlockHeader, headerBytes, headerMessage } from '@truestrike/core/proof/block-header.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts, sealBlocks, testKey, testProduct } from '@truestrike/core/proof/proof-fixture.ts'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import { HeaderKeeper } from './header-keeper.ts'
import type { Contradiction, SignedChain } from './history-alarm.ts'
import { createMemoryStore } from './kept-store.ts'

const { symbol, precision } = testProduct
const key = testKey(1)
const hash = (byte: number) => encodeBase64url(new Uint8Array(32).fill(byte))

/** Signed headers of a log of ticks, two entries a block; `price` makes it another log from its block on. */
function blocksOf(count: number, price: (seq: number) => number = () => 50_000) {
  const steps = Array.from({ length: count * 2 }, (_, at) =>
    at === 0 ? ({ at: 900, from: 'simulated' } as const) : { at: 900 + at * 100, price: price(at + 1) },
  )
  return sealBlocks(logOf(steps), key, ({ seq }) => seq % 2 === 0).map(({ header, keyId, signature }) => ({
    ...header,
    keyId,
    signature,
  }))
}
const signed = (header: BlockHeader) => ({
  ...header,
  keyId: key.siteKey.id,
  signature: encodeBase64url(key.sign(headerMessage(headerBytes(header, testProduct)))),
})
const bare = ({ keyId: _k, signature: _s, ...header }: ReturnType<typeof blocksOf>[number]): BlockHeader =>
  header

function setting({
  keys = [key.siteKey],
  store = createMemoryStore(),
}: {
  keys?: SiteKey[]
  store?: ReturnType<typeof createMemoryStore>
} = {}) {
  const alarms: Contradiction[] = []
  const site = { blocks: honest as readonly (typeof honest)[number][] }
  const keeper = new HeaderKeeper({
    store,
    trusted: async () => keys,
    fetchBlocks: async (_, fromNumber, limit) => ({
      precision,
      blocks: site.blocks.filter(({ number }) => number >= fromNumber).slice(0, limit),
    }),
    alarm: (found) => alarms.push(found),
    nowMs: () => 7,
  })
  const see = async (...headers: unknown[]) => {
    for (const header of headers) keeper.see(symbol, precision, header)
    await keeper.settle()
  }
  return { keeper, store, site, alarms, see, kept: () => store.range(symbol, 1, 10_000, 10_000) }
}

const honest = blocksOf(8)
const other = blocksOf(8, (seq) => (seq < 7 ? 50_000 : 51_000))

test('[P1] headers are kept as they come, in any order and with gaps; the same one twice is no contradiction', async () => {
  const { see, kept, alarms } = setting()
  await see(honest[1], honest[0], honest[0], honest[4])
  await see(honest[0], honest[7], honest[3])
  expect((await kept()).map(({ number }) => number)).toEqual([1, 2, 4, 5, 8])
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

const chainOf = (header: (typeof honest)[number] | undefined): SignedChain => {
  const { keyId, signature } = ensure(header)
  return { blocks: [bare(ensure(header))], keyId, signature }
}

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
  expect(back.alarms).toMatchObject([{ kind: 'out-of-order', number: 6 }])
  const late = setting()
  await late.see(honest[6])
  await late.see(other[5])
  expect(late.alarms).toMatchObject([{ kind: 'unchained', number: 7 }])
})

test('[P1] what the site answers for the header kept last is held against it', async () => {
  const { see, site, keeper, alarms, kept } = setting()
  await keeper.askAgain(symbol)
  await see(...honest.slice(0, 4))
  site.blocks = honest.slice(3, 4)
  await keeper.askAgain(symbol)
  expect((await kept()).length).toBe(4)
  // Archived: only later ones are shown.
  site.blocks = honest.slice(7)
  await keeper.askAgain(symbol)
  expect(alarms).toEqual([])
  expect((await kept()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 8])
})

test('[P1] headers missed in between are asked for, so that the chain has no hole', async () => {
  const { see, site, alarms, kept } = setting()
  await see(honest[0], honest[1])
  site.blocks = honest.slice(1, 6)
  await see(honest[6])
  expect((await kept()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(alarms).toEqual([])
  const forked = setting()
  await forked.see(honest[0], honest[1])
  forked.site.blocks = other
  await forked.see(other[6])
  expect(forked.alarms).toEqual([])
  await forked.see(honest[5])
  expect(forked.alarms).toMatchObject([{ kind: 'rewritten', number: 6 }])
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
