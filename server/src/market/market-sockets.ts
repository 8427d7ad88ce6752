import type { VoidEntry } from '@truestrike/core/log-entry.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { ServerMessage, TickItem } from '@truestrike/protocol/frames.ts'
import type { SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import type { Bus } from '../platform/bus.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Resume, SocketClient, SocketHub } from '../platform/socket-hub.ts'
import type { EntriesFollower } from './follow-entries.ts'
import type { LiveProduct } from './live-product.ts'
import type { MarketService } from './market.service.ts'
import { BLOCKS_SUBJECT, type MarketBlock, type MarketEntries } from './market-entries.ts'
import { SentTicks } from './sent-ticks.ts'

/** Frames of the market list are put together over this much real time: as often as eyes follow a price in a list. */
const LIST_FRAME_MS = 250
/** A full snapshot of the market list, so that the 24 hour figures of all clients stay fresh. */
const LIST_SNAPSHOT_MS = 5_000
const WATERMARK_FRAME_MS = 1_000
/** Ticks a new subscriber of one product is sent: a minute or more of the line chart. */
const JOIN_TICKS = 300

export interface MarketSocketsOptions {
  hub: SocketHub
  bus: Bus
  clock: Clock
  service: MarketService
  products: ReadonlyMap<string, LiveProduct>
}

/** What the sockets are told of the log; `stop` ends it. */
export interface PublishedMarket extends EntriesFollower {
  stop: Cancel
}

/** Publishes what is told of the log: `tickers` on `/ws` for the market list, `ticks` on `/trade` for one product. */
export function publishMarket(options: MarketSocketsOptions): PublishedMarket {
  const { hub, bus, clock, service, products } = options
  const moved = new Map<string, TickItem>()
  const marked = new Map<string, number>()

  const sent = new SentTicks()
  defineChannels(options, sent)
  const send = (symbol: string, ticks: TickItem[]): void => {
    const newest = ticks.at(-1)
    if (newest === undefined) return
    moved.set(symbol, newest)
    sent.noteBroadcast(symbol, ticks)
    hub.broadcast('ticks', symbol, { type: 'ticks', items: ticks })
  }
  const tell = ({ symbol, ticks, voids, watermark, epoch }: MarketEntries): void => {
    send(symbol, ticks)
    for (const voided of voids ?? []) hub.broadcast('ticks', symbol, voided)
    const lastMs = marked.get(symbol) ?? 0
    if (watermark !== null && watermark.timeMs >= lastMs + WATERMARK_FRAME_MS) {
      marked.set(symbol, watermark.timeMs)
      hub.broadcast('ticks', symbol, { type: 'watermark', symbol, epoch, ...watermark })
    }
  }

  const unsubscribeBlocks = bus.subscribe(`${BLOCKS_SUBJECT}.*`, (payload) => {
    const { symbol, header } = payload as MarketBlock
    const product = products.get(symbol)
    if (product?.takeHeader(header) === true) hub.broadcast('ticks', symbol, blockFrame(product, header))
  })

  const stopResuming = resumeHeaders(options)

  const statuses = new Map(
    [...products.values()].map((product) => [product.record.symbol, service.statusOf(product)]),
  )
  const pushList = (): void => {
    const items = [...moved.values()]
    moved.clear()
    if (items.length > 0) hub.broadcast('tickers', '', { type: 'ticks', items })
    const changed = [...products.values()].filter((product) => {
      const status = service.statusOf(product)
      const before = statuses.get(product.record.symbol)
      statuses.set(product.record.symbol, status)
      return before !== undefined && before !== status
    })
    if (changed.length > 0) {
      const tickers = changed.map(service.tickerOf)
      hub.broadcast('tickers', '', { type: 'tickers', serverTimeMs: clock.nowMs(), items: tickers })
      for (const ticker of tickers) {
        hub.broadcast('ticks', ticker.symbol, {
          type: 'tickers',
          serverTimeMs: clock.nowMs(),
          items: [ticker],
        })
      }
    }
  }
  const pushSnapshot = (): void => {
    if (!hub.hasSubscribers('tickers', '')) return
    hub.broadcast('tickers', '', {
      type: 'tickers',
      serverTimeMs: clock.nowMs(),
      items: service.listTickers(),
    })
  }
  const cancels = [
    unsubscribeBlocks,
    stopResuming,
    clock.every(LIST_FRAME_MS, pushList),
    clock.every(LIST_SNAPSHOT_MS, pushSnapshot),
  ]
  return {
    entries: (_product, entries) => tell(entries),
    missed: ({ record }, ticks) => send(record.symbol, ticks),
    stop: () => {
      for (const cancel of cancels) cancel()
    },
  }
}

/** A void as its entry says it. */
export function voidFrame(symbol: string, entry: VoidEntry): Extract<ServerMessage, { type: 'void' }> {
  const { seq, timeMs, fromMs, toMs, contractCount, houseEffectMicros, reason } = entry
  const said = { contracts: contractCount, houseEffect: formatMicros(houseEffectMicros), reason }
  return { type: 'void', symbol, seq, timeMs, fromMs, toMs, ...said }
}

function defineChannels({ hub, service }: MarketSocketsOptions, sent: SentTicks): void {
  hub.define({
    channel: 'tickers',
    path: '/ws',
    audience: 'public',
    keyedBy: 'all',
    onSubscribe: (client) => sendTickers(client, service),
    onDrained: (client) => sendTickers(client, service),
  })
  hub.define({
    channel: 'ticks',
    path: '/trade',
    audience: 'public',
    keyedBy: 'symbol',
    onSubscribe: (client, symbol, resume) => sendTicks({ client, service, sent, symbol, resume }),
    // A reader that missed frames sees it by `prevTickSeq` and gets the newest ticks.
    onDrained: (client, symbol) => sendTicks({ client, service, sent, symbol, resume: FROM_ANEW }),
  })
}

/** When blocks of other processes may have been told in vain: the newest one the log has. */
function resumeHeaders({ bus, hub, service, products }: MarketSocketsOptions): Cancel {
  const resume = async (product: LiveProduct): Promise<void> => {
    const header = await service.readNewestHeader(product)
    if (header !== null) hub.broadcast('ticks', product.record.symbol, blockFrame(product, header))
  }
  return bus.onMissed(() => {
    // What fails is left to the next block: its readers see that they lack some, and ask for them.
    for (const product of products.values()) resume(product).catch(() => {})
  })
}

function sendTickers(client: SocketClient, service: MarketService): void {
  client.send({ type: 'tickers', serverTimeMs: service.nowMs(), items: service.listTickers() })
}

const FROM_ANEW: Resume = { afterSeq: null, epoch: null, isFollowing: false }

interface TicksWanted {
  client: SocketClient
  service: MarketService
  sent: SentTicks
  symbol: string
  resume: Resume
}

function sendTicks({ client, service, sent, symbol, resume }: TicksWanted): void {
  const product = service.productOf(symbol)
  client.send({ type: 'tickers', serverTimeMs: service.nowMs(), items: [service.tickerOf(product)] })
  const stretch = sent.stretchOf(client, symbol, resume)
  const afterSeq = stretch === null ? resume.afterSeq : Math.max(stretch.throughSeq, resume.afterSeq ?? 0)
  // From memory only: anyone may ask. Who was away for longer starts anew, and reads the candles again.
  const missed = afterSeq === null ? null : product.ticksAfter(afterSeq)
  const items = missed ?? product.newestTicks(JOIN_TICKS)
  if (items.length > 0) client.sendText(`{"type":"ticks","items":[${items.map(textOf).join()}]}`)
  const throughSeq = product.lastTick?.[2] ?? 0
  const goesOn = missed === null ? undefined : stretch?.afterSeq
  sent.noteSnapshot(client, symbol, { afterSeq: goesOn ?? items[0]?.[3] ?? throughSeq, throughSeq })
  if (product.lastHeader !== null) client.send(blockFrame(product, product.lastHeader))
}

/** Each tick is put into words once, however many ask for it. */
const texts = new WeakMap<TickItem, string>()

function textOf(item: TickItem): string {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = JSON.stringify(item)
  texts.set(item, text)
  return text
}

function blockFrame({ record }: LiveProduct, header: SignedHeader): ServerMessage {
  return { type: 'block', symbol: record.symbol, precision: record.precision, header }
}
