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
import { HeaderKeeper, type ToldBlocks } from './header-keeper.ts'
import type { LogContradiction, SignedChain } from './history-alarm.ts'
import { createMemoryStore } from './kept-store.ts'
import type { Link } from './link-book.ts'

const { symbol, precision } = testProduct
const key = testKey(1)
const DAY_MS = 86_400_000
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
  const alarms: LogContradiction[] = []
  const verified: unknown[] = []
  const site = {
    blocks: honest as readonly (typeof honest)[number][],
    archive: null as ToldBlocks['archive'],
    /** What it answers instead. */
    answer: null as ((fromNumber: number, limit: number) => readonly unknown[]) | null,
    asked: [] as [fromNumber: number, limit: number][],
  }
  const clock = { nowMs: 7 }
  const links = new Map<string, Link>()
  const keeper = new HeaderKeeper({
    store,
    trusted: async () => keys,
    links: {
      read: (of) => links.get(of) ?? null,
      write: (of, link) => links.set(of, link),
      clear: () => links.clear(),
    },
    fetchBlocks: async (_, fromNumber, limit) => {
      site.asked.push([fromNumber, limit])
      const held = site.blocks.filter(({ number }) => number >= fromNumber).slice(0, limit)
      return { precision, blocks: site.answer?.(fromNumber, limit) ?? held, archive: site.archive }
    },
    verified: (...signed) => verified.push(signed),
    alarm: (found) => alarms.push(found),
    idle: async () => undefined,
    nowMs: () => clock.nowMs,
    siteNowMs: () => DAY_MS,
  })
  const see = async (...headers: unknown[]) => {
    for (const header of headers) keeper.see(symbol, precision, header)
    await keeper.settle()
  }
  const kept = () => store.range(symbol, 1, 1_000_000, 1_000_000)
  const numbers = async () => (await kept()).map(({ number }) => number)
  return { keeper, store, links, clock, site, alarms, verified, see, kept, numbers }
}

const honest = blocksOf(8)
const other = blocksOf(8, (seq) => (seq < 7 ? 50_000 : 51_000))

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
  expect(back.alarms).toMatchObject([{ kind: 'out-of-order', number: 4 }])
  const late = setting()
  await late.see(honest[6])
  await late.see(other[5])
  expect(late.alarms).toMatchObject([{ kind: 'unchained', number: 7 }])
})

test('[P1] what the site answers for the header kept last is held against it', async () => {
  const { see, site, keeper, alarms, numbers } = setting()
  await keeper.askAgain(symbol)
  await see(...honest.slice(0, 4))
  site.blocks = honest.slice(3, 4)
  await keeper.askAgain(symbol)
  expect(site.asked).toEqual([[4, 1]])
  expect(await numbers()).toEqual([1, 2, 3, 4])
  expect(alarms).toEqual([])
})

test('[P1] a fork that leaves out what was kept is a denial, whatever comes after', async () => {
  for (const skip of [1, 2, 3]) {
    const { see, site, keeper, alarms, numbers } = setting()
    await see(...honest.slice(0, 4))
    site.answer = (from, limit) => other.filter(({ number }) => number >= from + skip).slice(0, limit)
    await keeper.askAgain(symbol)
    expect(alarms).toMatchObject([{ kind: 'denied', number: 4, kept: chainOf(honest[3]), told: null }])
    expect(await numbers()).toEqual([1, 2, 3, 4])
  }
})

test('[P1] a header in an archive is not compared, and that is kept in mind; one of today is in none', async () => {
  const archived = setting()
  await archived.see(...honest.slice(0, 3))
  archived.site.blocks = honest.slice(5)
  archived.site.archive = { firstNumber: 1, lastNumber: 5 }
  await archived.keeper.askAgain(symbol)
  expect(archived.alarms).toEqual([])
  expect(archived.links.get(symbol)).toEqual({ linked: 6, holes: [{ fromNumber: 4, toNumber: 5 }] })
  await archived.see(honest[7])
  expect(await archived.numbers()).toEqual([1, 2, 3, 6, 7, 8])
  expect(archived.links.get(symbol)?.linked).toBe(8)
  const elsewhere = { firstNumber: 4, lastNumber: 5 }
  const today = signed({ ...bare(ensure(honest[2])), timeMs: DAY_MS })
  for (const [last, archive] of [
    [honest[2], elsewhere],
    [today, archived.site.archive],
  ] as const) {
    const { see, site, keeper, alarms } = setting()
    await see(honest[0], honest[1], last)
    site.blocks = honest.slice(5)
    site.archive = archive
    await keeper.askAgain(symbol)
    expect(alarms).toMatchObject([{ kind: 'denied', number: 3 }])
  }
})

const long = blocksOf(1_000)
const longFork = blocksOf(1_000, (seq) => (seq < 7 ? 50_000 : 51_000))
const showing = (blocks: typeof long) => (from: number, limit: number) =>
  blocks.filter(({ number }) => number >= from).slice(0, limit)

test('[P1] headers missed in between are asked for page by page, however many, so that the chain has no hole', async () => {
  const { see, site, alarms, links, numbers, keeper } = setting()
  await see(...long.slice(0, 10))
  site.blocks = long
  await see(long[949])
  expect(site.asked).toEqual([
    [10, 400],
    [409, 400],
    [808, 400],
  ])
  expect(links.get(symbol)).toEqual({ linked: 1_000, holes: [] })
  expect(await numbers()).toHaveLength(1_000)
  expect(await keeper.unlinked(symbol)).toBe(0)
  expect(alarms).toEqual([])
})

test('[P1] away for a hundred blocks or nine hundred: a fork behind the kept header is found, with both statements', async () => {
  for (const at of [59, 130, 900]) {
    const { see, site, alarms, keeper, links } = setting()
    await see(...long.slice(0, 10))
    // It shows what was kept, and another history after it.
    site.answer = (from, limit) =>
      [...long.slice(0, 10), ...longFork.slice(10)].slice(from - 1, from - 1 + limit)
    await keeper.askAgain(symbol)
    await see(...longFork.slice(at, at + 20))
    expect(alarms).toMatchObject([{ kind: 'unchained', number: 10, kept: chainOf(long[9]) }])
    expect((ensure(alarms[0]).told as SignedChain).blocks[0]?.number).toBe(11)
    expect(links.get(symbol)?.linked).toBe(10)
  }
})

test('[P1] headers wait to be linked while the call fails, over visits; then the fork is found all the same', async () => {
  const first = setting()
  await first.see(...long.slice(0, 10))
  first.site.answer = () => {
    throw new Error('503')
  }
  await first.see(...longFork.slice(59, 70))
  await first.see(longFork[70])
  expect(first.alarms).toEqual([])
  expect(await first.keeper.unlinked(symbol)).toBe(12)
  expect(first.site.asked).toHaveLength(1)
  // A minute later it is asked again, and shows the history it told first.
  first.clock.nowMs += 60_000
  first.site.answer = showing(long)
  await first.see(longFork[71])
  expect(first.alarms).toMatchObject([{ kind: 'rewritten', number: 60, kept: chainOf(longFork[59]) }])
})

test('[P1] a site that shows the kept header and nothing of what follows withholds it', async () => {
  const { see, site, alarms } = setting()
  await see(...long.slice(0, 10))
  site.answer = (from) => [...long.slice(from - 1, 10), ...longFork.slice(20, 40)]
  await see(longFork[30])
  expect(alarms).toMatchObject([
    { kind: 'withheld', number: 10, kept: chainOf(long[9]), told: chainOf(longFork[20]) },
  ])
})

test('[P1] no more than 500 headers wait, and the chain’s end is never dropped', async () => {
  const { see, site, links, alarms, numbers } = setting()
  await see(...long.slice(0, 10))
  site.answer = () => {
    throw new Error('503')
  }
  for (const at of [100, 300, 500, 700]) await see(...long.slice(at, at + 200))
  expect((await numbers()).length).toBe(410)
  expect(links.get(symbol)?.linked).toBe(10)
  expect(alarms).toEqual([])
})

test('[P1] 25 pages are asked for in a visit, no more', async () => {
  const slow = setting()
  await slow.see(...long.slice(0, 10))
  slow.site.answer = (from) => long.slice(from - 1, from + 1)
  await slow.see(long[500])
  expect(slow.site.asked).toHaveLength(25)
  expect(slow.links.get(symbol)?.linked).toBe(35)
  expect(slow.alarms).toEqual([])
})

test('[P1] of more than 100 000 missing the kept one has to be shown; the hole is kept in mind', async () => {
  const far = { number: 100_020, firstSeq: 200_039, lastSeq: 200_040, timeMs: DAY_MS }
  const later = signed({ ...bare(ensure(long[19])), ...far })
  const { see, site, links, alarms } = setting()
  await see(...long.slice(0, 10))
  site.answer = (from, limit) => [...long.slice(0, 10), later].slice(from - 1, from - 1 + limit)
  await see(later)
  expect(site.asked).toEqual([[10, 1]])
  expect(links.get(symbol)).toEqual({ linked: 100_020, holes: [{ fromNumber: 11, toNumber: 100_019 }] })
  expect(alarms).toEqual([])
  const forked = setting()
  await forked.see(...long.slice(0, 30))
  forked.site.answer = showing(longFork)
  await forked.see(later)
  expect(forked.alarms).toMatchObject([{ kind: 'rewritten', number: 30 }])
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
