import { ensure } from '@truestrike/core/assert.ts'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { logOf } from '@truestrike/core/log-fixture.ts'
import { type BlockHeader, headerBytes, headerMessage } from '@truestrike/core/proof/block-header.ts'
import { sealBlocks, testKey, testProduct } from '@truestrike/core/proof/proof-fixture.ts'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { HeaderKeeper, type ToldBlocks } from './header-keeper.ts'
import type { LogContradiction, SignedChain } from './history-alarm.ts'
import { createMemoryStore } from './kept-store.ts'
import type { Link } from './link-book.ts'

// A browser's keeper and a site whose answers may change, for tests.

export const { symbol, precision } = testProduct
export const key = testKey(1)
export const DAY_MS = 86_400_000
export const hash = (byte: number) => encodeBase64url(new Uint8Array(32).fill(byte))

/** Signed headers of a log of ticks, two entries a block; `price` makes it another log from its block on. */
export function blocksOf(count: number, price: (seq: number) => number = () => 50_000) {
  const steps = Array.from({ length: count * 2 }, (_, at) =>
    at === 0 ? ({ at: 900, from: 'simulated' } as const) : { at: 900 + at * 100, price: price(at + 1) },
  )
  return sealBlocks(logOf(steps), key, ({ seq }) => seq % 2 === 0).map(({ header, keyId, signature }) => ({
    ...header,
    keyId,
    signature,
  }))
}
export const signed = (header: BlockHeader) => ({
  ...header,
  keyId: key.siteKey.id,
  signature: encodeBase64url(key.sign(headerMessage(headerBytes(header, testProduct)))),
})
export const bare = ({
  keyId: _k,
  signature: _s,
  ...header
}: ReturnType<typeof blocksOf>[number]): BlockHeader => header

export function setting({
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

export const honest = blocksOf(8)
export const other = blocksOf(8, (seq) => (seq < 7 ? 50_000 : 51_000))

export const chainOf = (header: (typeof honest)[number] | undefined): SignedChain => {
  const { keyId, signature } = ensure(header)
  return { blocks: [bare(ensure(header))], keyId, signature }
}
