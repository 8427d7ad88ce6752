import type { SettlementReceipt } from '@truestrike/core/proof/receipt.ts'
import { parseSignedHeader } from '@truestrike/core/proof/signed-header.ts'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import type { TickItem } from '@truestrike/protocol/frames.ts'
import { clashOf, hashOf, isSigned, type SeenHeader, segmentsOf } from './header-clash.ts'
import type { Contradiction, SignedChain } from './history-alarm.ts'
import { byNumber, type KeptStore } from './kept-store.ts'

export interface KeeperPort {
  readonly store: KeptStore
  /** The keys this browser trusts; the site may be asked for one of these ids. */
  trusted(ids: readonly string[]): Promise<readonly SiteKey[]>
  /** Headers of a product from a number on, unchecked. */
  fetchBlocks(
    symbol: string,
    fromNumber: number,
    limit: number,
  ): Promise<{ precision: number; blocks: readonly unknown[] }>
  alarm(found: Contradiction): void
  nowMs(): number
}

/** Headers kept of a product. */
const KEPT_MAX = 2_000
/** Headers of a product that wait to be looked at. */
const WAITING_MAX = 500
/** Headers asked for at once: the one kept last, and what was missed since. */
const ASKED = 100
/** Running hashes of a product remembered from prices and from headers. */
const HASHES_MAX = 600
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

/**
 * Keeps the signed headers this browser saw and holds everything the site says of them later against them. Headers come in
 * batches: of those that follow from one another one signature is looked at, the last one's, which stands for all.
 */
export class HeaderKeeper {
  readonly #port: KeeperPort
  readonly #waiting = new Map<string, SeenHeader[]>()
  /** By symbol and seq: the price that carried a running hash, the header that ends there. */
  readonly #heard = new Map<string, TickItem>()
  readonly #ends = new Map<string, SeenHeader>()
  #work: Promise<void> = Promise.resolve()

  constructor(port: KeeperPort) {
    this.#port = port
  }

  /** A header as it came; what is none is left. */
  see(symbol: string, precision: number, json: unknown): void {
    const header = parseSignedHeader(json)
    if (header === null) return
    const waiting = this.#waiting.get(symbol) ?? []
    this.#waiting.set(symbol, waiting)
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
  settle(): Promise<void> {
    return this.#inTurn(async () => {
      for (const [symbol, waiting] of this.#waiting) {
        this.#waiting.delete(symbol)
        await this.#fillGap(symbol, waiting)
        await this.#takeAll(symbol, waiting)
      }
    })
  }

  /** Asks the site for the header of a product kept last. Rejects when it cannot be asked. */
  askAgain(symbol: string): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.#port.store.upTo(symbol, NUMBER_MAX)
      if (kept !== null) await this.#ask(kept, 1)
    })
  }

  /** What was missed since the header kept last is asked for, when it is not much: the chain then has no hole. */
  async #fillGap(symbol: string, waiting: readonly SeenHeader[]): Promise<void> {
    const kept = await this.#port.store.upTo(symbol, NUMBER_MAX)
    const first = Math.min(...waiting.map(({ number }) => number))
    if (kept === null || first <= kept.number + 1 || first - kept.number >= ASKED) return
    await this.#ask(kept, first - kept.number).catch(() => undefined)
  }

  /** Holds the site's answer for a kept header, and what follows it, against what is kept. */
  async #ask(kept: SeenHeader, limit: number): Promise<void> {
    const { symbol } = kept
    const { precision, blocks } = await this.#port.fetchBlocks(symbol, kept.number, limit)
    const told = blocks.flatMap((json) => {
      const header = parseSignedHeader(json)
      return header === null ? [] : { ...header, symbol, precision }
    })
    const later = told.filter(({ number }) => number > kept.number)
    const same = told.find(({ number }) => number === kept.number)
    const keys = await this.#trusted(told)
    // What the site has put into an archive it need not show: then later ones are there.
    if (same === undefined ? later.length > 0 : hashOf(same) === hashOf(kept))
      await this.#takeAll(symbol, later)
    else if (same !== undefined && isSigned(same, keys)) await this.#takeAll(symbol, told)
    else await this.#report('denied', kept, same ?? null)
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
        await this.#port.store.add(headers.slice(-1))
      }
    })
    return agrees
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#work.then(act)
    this.#work = done.catch(() => undefined)
    return done
  }

  #trusted(headers: readonly SeenHeader[]): Promise<readonly SiteKey[]> {
    return this.#port.trusted([...new Set(headers.map(({ keyId }) => keyId))])
  }

  async #takeAll(symbol: string, headers: readonly SeenHeader[]): Promise<void> {
    const keys = await this.#trusted(headers)
    for (const segment of segmentsOf([...headers].sort(byNumber))) await this.#take(segment, keys)
    await this.#port.store.trim(symbol, KEPT_MAX)
  }

  async #take(segment: SeenHeader[], keys: readonly SiteKey[]): Promise<void> {
    let last = segment.at(-1)
    while (last !== undefined && !isSigned(last, keys)) {
      segment.pop()
      last = segment.at(-1)
    }
    if (last === undefined) return
    await this.#compareWithKept(segment)
    await this.#port.store.add(segment)
    for (const header of segment) {
      const place = `${header.symbol} ${header.lastSeq}`
      remember(this.#ends, place, header)
      this.#holdPrice(place)
    }
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

  async #report(kind: Contradiction['kind'], kept: SeenHeader, told: unknown): Promise<void> {
    const { symbol, precision, number } = kept
    const { store, alarm, nowMs } = this.#port
    const following = await store.range(symbol, number, NUMBER_MAX, ASKED)
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
