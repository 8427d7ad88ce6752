import type { SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import { parseSignedHeader } from '@truestrike/core/proof/signed-header.ts'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { clashOf, hashOf, isSigned, type SeenHeader, segmentsOf } from './header-clash.ts'
import type { LogContradiction, SignedChain } from './history-alarm.ts'
import { byNumber, type KeptStore } from './kept-store.ts'
import type { LinkBook } from './link-book.ts'

/** What the site answers for the headers of a product from a number on, unchecked. */
export interface ToldBlocks {
  readonly precision: number
  readonly blocks: readonly unknown[]
  /** The day that holds the first one asked for, where it is no longer held. */
  readonly archive: { readonly firstNumber: number; readonly lastNumber: number } | null
}

export interface KeeperPort {
  readonly store: KeptStore
  readonly links: LinkBook
  /** The keys this browser trusts; the site may be asked for one of these ids. */
  trusted(ids: readonly string[]): Promise<readonly SiteKey[]>
  fetchBlocks(symbol: string, fromNumber: number, limit: number): Promise<ToldBlocks>
  /** A signature of a trusted key has been found good. */
  verified(keyId: string, timeMs: number, statement: unknown): void
  alarm(found: LogContradiction): void
  /** Resolves when the page has nothing better to do. */
  idle(): Promise<void>
  nowMs(): number
  /** The service's time. */
  siteNowMs(): number
}

/** Headers kept of a product. */
const KEPT_MAX = 2_000
/** Headers of a product that wait to be looked at. */
const WAITING_MAX = 500
/** Headers of a product that wait to be linked. */
const UNLINKED_MAX = 500
/** Headers asked for at once to link, and pages of them in one visit: 10 000 headers. */
const PAGE = 400
const PAGES_MAX = 25
/** More than a day of a block a second is not linked: a new chain begins, and the hole is told. */
const HOLE_MAX = 100_000
/** Without an answer, or one that leads on, the site is left alone for so long. */
const REST_MS = 60_000
/** Headers in evidence, up to one whose own signature is good. */
const EVIDENCE_MAX = 400
const DAY_MS = 86_400_000
/** Running hashes of a product remembered from prices and from headers. */
const HASHES_MAX = 600
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

/**
 * Keeps the signed headers this browser saw and holds everything the site says of them later against them. Headers come in
 * batches: of those that follow from one another one signature is looked at, the last one's, which stands for all. A later
 * header is linked when every one between it and the chain kept so far has been seen: the site has to show them.
 */
export class HeaderKeeper {
  readonly #port: KeeperPort
  readonly #waiting = new Map<string, SeenHeader[]>()
  #pagesLeft = PAGES_MAX
  #restUntilMs = 0
  /** By symbol and seq: the price that carried a running hash, the header that ends there. */
  readonly #heard = new Map<string, TickItem>()
  readonly #ends = new Map<string, SeenHeader>()
  #work: Promise<unknown> = Promise.resolve()

  constructor(port: KeeperPort) {
    this.#port = port
  }

  /** A header as it came; what is none is left. */
  see(symbol: string, precision: number, json: unknown): void {
    const header = parseSignedHeader(json)
    if (header === null) return
    const waiting = this.#waitingOf(symbol)
    if (waiting.length < WAITING_MAX) waiting.push({ ...header, symbol, precision })
  }

  hear(items: readonly TickItem[]): void {
    for (const item of items) {
      const [symbol, , seq] = item
      const place = `${symbol} ${seq}`
      remember(this.#heard, place, item)
      this.#holdPrice(place)
    }
  }

  /** Looks at what waits: one thing after the other, however often it is called. */
  async settle(): Promise<void> {
    const symbols = await this.#inTurn(async () => {
      const batches = [...this.#waiting]
      this.#waiting.clear()
      for (const [symbol, waiting] of batches) {
        await this.#takeAll(symbol, waiting)
        await this.#beginChain(symbol, waiting)
      }
      return batches.map(([symbol]) => symbol)
    })
    for (const symbol of symbols) await this.#link(symbol)
  }

  /** Asks the site for the end of the chain of a product, and links what is left. Rejects when it cannot be asked. */
  async askAgain(symbol: string): Promise<void> {
    const agrees = await this.#inTurn(async () => {
      const kept = (await this.#end(symbol)) ?? (await this.#port.store.upTo(symbol, NUMBER_MAX))
      return kept !== null && this.#ask(kept, 1)
    })
    if (agrees) await this.#link(symbol)
  }

  /** Headers of a product kept since that are not linked to its chain. */
  async unlinked(symbol: string): Promise<number> {
    const end = await this.#end(symbol)
    if (end === null) return 0
    return (await this.#port.store.range(symbol, end.number + 1, NUMBER_MAX, KEPT_MAX)).length
  }

  /** The last header of the chain; null without one. */
  async #end(symbol: string): Promise<SeenHeader | null> {
    const { links, store } = this.#port
    const link = links.read(symbol)
    return link === null ? null : ((await store.range(symbol, link.linked, link.linked, 1))[0] ?? null)
  }

  /** The chain begins with the first header pushed. */
  async #beginChain(symbol: string, seen: readonly SeenHeader[]): Promise<void> {
    if (seen.length === 0 || (await this.#end(symbol)) !== null) return
    const from = Math.min(...seen.map(({ number }) => number))
    const [first] = await this.#port.store.range(symbol, from, NUMBER_MAX, 1)
    if (first !== undefined) this.#port.links.write(symbol, { linked: first.number, holes: [] })
  }

  /** Goes along the chain as far as headers are there; answers its end and the next header that is not linked. */
  async #goAlong(symbol: string): Promise<{ end: SeenHeader; next: SeenHeader } | null> {
    const { links, store } = this.#port
    const [link, from] = [links.read(symbol), await this.#end(symbol)]
    if (link === null || from === null) return null
    const later = await store.range(symbol, from.number + 1, NUMBER_MAX, UNLINKED_MAX + PAGE)
    const [chain = []] = segmentsOf([from, ...later])
    const end = chain.at(-1) ?? from
    if (end.number > link.linked) links.write(symbol, { ...link, linked: end.number })
    const next = later[chain.length - 1]
    return next === undefined ? null : { end, next }
  }

  /** Has the site show what lies between the chain and the headers seen later, page by page: a receipt need not wait for all. */
  async #link(symbol: string): Promise<void> {
    while (await this.#inTurn(() => this.#linkPage(symbol))) await this.#port.idle()
  }

  /** Whether there may be more to link. */
  async #linkPage(symbol: string): Promise<boolean> {
    const hole = await this.#goAlong(symbol)
    if (hole === null || this.#pagesLeft === 0 || this.#port.nowMs() < this.#restUntilMs) return false
    const { end, next } = hole
    const isTooWide = next.number - end.number > HOLE_MAX
    this.#pagesLeft -= 1
    const agrees = await this.#ask(end, isTooWide ? 1 : PAGE).catch(() => null)
    if (agrees === true && isTooWide) this.#skip(symbol, end, next)
    const left = await this.#goAlong(symbol)
    const stuck = left?.end.number === end.number ? left.next : null
    // It answers, and shows nothing of what it must have signed in between.
    if (agrees === true && stuck !== null) await this.#report('withheld', end, await this.#chainOf(stuck, []))
    if (agrees === true && stuck === null) return true
    this.#restUntilMs = this.#port.nowMs() + REST_MS
    return false
  }

  /** The chain begins anew at a later header; what is left out is kept in mind. */
  #skip(symbol: string, end: SeenHeader, next: SeenHeader): void {
    const { links } = this.#port
    const link = links.read(symbol)
    if (link === null || next.number === end.number + 1) return
    const hole = { fromNumber: end.number + 1, toNumber: next.number - 1 }
    links.write(symbol, { linked: next.number, holes: [...link.holes, hole] })
  }

  /** Asks for a kept header and what follows. Whether the answer shows it, or says that it is archived, and contradicts nothing. */
  async #ask(kept: SeenHeader, limit: number): Promise<boolean> {
    const { symbol, number } = kept
    const { precision, blocks, archive } = await this.#port.fetchBlocks(symbol, number, limit)
    const told = blocks
      .flatMap((json) => {
        const header = parseSignedHeader(json)
        return header === null || header.number < number ? [] : { ...header, symbol, precision }
      })
      .sort(byNumber)
    const [first] = told
    if (first?.number === number && hashOf(first) === hashOf(kept)) return this.#takeAll(symbol, told)
    if (first !== undefined && first.number > number && this.#isArchived(kept, archive)) {
      const agrees = await this.#takeAll(symbol, told)
      const [next] = await this.#port.store.range(symbol, number + 1, NUMBER_MAX, 1)
      if (agrees && next !== undefined) this.#skip(symbol, kept, next)
      return agrees
    }
    const isOther = first?.number === number && isSigned(first, await this.#trusted(told))
    if (isOther) await this.#takeAll(symbol, told)
    else await this.#report('denied', kept, first?.number === number ? first : null)
    return false
  }

  /** Whether it can be in the archive the site names: never one of today. */
  #isArchived({ number, timeMs }: SeenHeader, archive: ToldBlocks['archive']): boolean {
    const nowMs = this.#port.siteNowMs()
    return (
      archive != null &&
      archive.firstNumber <= number &&
      number <= archive.lastNumber &&
      timeMs < nowMs - (nowMs % DAY_MS)
    )
  }

  /** Whether the headers of a verified receipt go with those kept; its signed ones are kept too. */
  async compare({ product, chains }: SettlementReceipt): Promise<boolean> {
    let agrees = true
    await this.#inTurn(async () => {
      for (const { blocks, keyId, signature } of chains) {
        const headers = blocks.map(({ runs: _, ...header }): SeenHeader => {
          const { symbol, precision } = product
          return { ...header, symbol, precision, keyId, signature }
        })
        agrees = (await this.#compareWithKept(headers)) && agrees
        await this.#keep(headers.slice(-1))
        // Linked with the next batch.
        this.#waitingOf(product.symbol)
      }
    })
    return agrees
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#work.then(act)
    this.#work = done.catch(() => undefined)
    return done
  }

  #trusted(headers: readonly SeenHeader[]): Promise<readonly SiteKey[]> {
    return this.#port.trusted([...new Set(headers.map(({ keyId }) => keyId))])
  }

  #waitingOf(symbol: string): SeenHeader[] {
    const waiting = this.#waiting.get(symbol) ?? []
    this.#waiting.set(symbol, waiting)
    return waiting
  }

  /** Takes those that are signed. Whether they contradict nothing that is kept. */
  async #takeAll(symbol: string, headers: readonly SeenHeader[]): Promise<boolean> {
    const keys = await this.#trusted(headers)
    let agrees = true
    for (const segment of segmentsOf([...headers].sort(byNumber)))
      agrees = (await this.#take(segment, keys)) && agrees
    await this.#port.store.trim(symbol, KEPT_MAX)
    return agrees
  }

  async #take(segment: SeenHeader[], keys: readonly SiteKey[]): Promise<boolean> {
    let last = segment.at(-1)
    while (last !== undefined && !isSigned(last, keys)) {
      segment.pop()
      last = segment.at(-1)
    }
    if (last === undefined) return true
    if (!(await this.#compareWithKept(segment))) return false
    await this.#keep(segment)
    for (const header of segment) {
      const place = `${header.symbol} ${header.lastSeq}`
      remember(this.#ends, place, header)
      this.#holdPrice(place)
    }
    return true
  }

  /** Keeps headers whose last is signed; no more than so many that are not linked, so that the chain's end stays. */
  async #keep(segment: readonly SeenHeader[]): Promise<void> {
    const [first, last] = [segment[0], segment.at(-1)]
    if (first === undefined || last === undefined) return
    const { symbol, precision, keyId, signature, timeMs } = last
    const { store, verified } = this.#port
    verified(keyId, timeMs, { symbol, precision, keyId, signature, blocks: [bareHeader(last)] })
    const end = await this.#end(symbol)
    if (end !== null && first.number > end.number + 1) {
      const unlinked = await store.range(symbol, end.number + 1, NUMBER_MAX, UNLINKED_MAX)
      if (unlinked.length + segment.length > UNLINKED_MAX) return
    }
    await store.add(segment)
  }

  /** Holds headers that follow from one another against those kept of the same numbers and beside them. */
  async #compareWithKept(segment: readonly SeenHeader[]): Promise<boolean> {
    const [first, last] = [segment[0], segment.at(-1)]
    if (first === undefined || last === undefined) return true
    const { store } = this.#port
    const { symbol } = first
    const [before, after] = [
      await store.upTo(symbol, first.number - 1),
      (await store.range(symbol, last.number + 1, NUMBER_MAX, 1))[0],
    ]
    const pairs: [kept: SeenHeader, told: SeenHeader][] = []
    for (const kept of await store.range(symbol, first.number, last.number, segment.length)) {
      const told = segment[kept.number - first.number]
      if (told !== undefined) pairs.push([kept, told])
    }
    if (before !== null) pairs.push([before, first])
    if (after !== undefined) pairs.push([after, last])
    for (const [kept, told] of pairs) {
      const clash = clashOf(kept, told)
      if (clash === null) continue
      await this.#report(clash, kept, await this.#chainOf(told, segment))
      return false
    }
    return true
  }

  #holdPrice(place: string): void {
    const item = this.#heard.get(place)
    const header = this.#ends.get(place)
    if (item === undefined || header === undefined || item[7] === header.runningHash) return
    void this.#report('other-prices', header, { tick: item }).catch(() => undefined)
  }

  async #report(kind: LogContradiction['kind'], kept: SeenHeader, told: unknown): Promise<void> {
    const { symbol, precision, number } = kept
    const { store, alarm, nowMs } = this.#port
    const following = await store.range(symbol, number, NUMBER_MAX, EVIDENCE_MAX)
    const chain = await this.#chainOf(kept, following)
    alarm({ kind, symbol, precision, number, foundMs: nowMs(), kept: chain, told })
  }

  /** The header alone when its own signature is good, else with those after it up to one whose is. */
  async #chainOf(header: SeenHeader, following: readonly SeenHeader[]): Promise<SignedChain> {
    const keys = await this.#trusted([header])
    const [segment = []] = segmentsOf([header, ...following.filter(({ number }) => number > header.number)])
    const end = segment.findIndex((each) => isSigned(each, keys))
    const blocks = segment.slice(0, end === -1 ? 1 : end + 1)
    const { keyId, signature } = blocks.at(-1) ?? header
    return { keyId, signature, blocks: blocks.map(bareHeader) }
  }
}

function bareHeader({ symbol: _s, precision: _p, keyId: _k, signature: _g, ...header }: SeenHeader) {
  return header
}

function remember<T>(known: Map<string, T>, place: string, value: T): void {
  known.set(place, value)
  if (known.size <= HASHES_MAX) return
  for (const oldest of known.keys()) {
    known.delete(oldest)
    return
  }
}
