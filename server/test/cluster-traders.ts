import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import type { ServerMessage, TickItem } from '@truestrike/protocol/frames.ts'
import type { ReceiptJson } from '@truestrike/protocol/proof-endpoints.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { WebSocket } from 'ws'
import type { Db } from '../src/platform/db.ts'
import type { Member } from './cluster-rig.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { addShortRule, orderOf } from './process-trading.ts'

/** Time between two orders of a trader, and before a refused or unanswered one is sent again. */
const PACE_MS = 150
const RECONNECT_MS = 200
/**
 * The log must name an order before the time for an opening price is over. The time is that of the rules every installation
 * begins with: a second is less than two entries of the log take on a machine where everything waits for everything.
 */
const RULE = { durationSeconds: 8, openTimeoutMs: 5_000 }

export interface SentOrder {
  trader: HttpTrader
  order: PlaceOrder
  acknowledged: string | null
  receipt: ReceiptJson | null
}

/** The rule they trade by. */
export function addTradersRule(db: Db): Promise<void> {
  return addShortRule(db, RULE)
}

/** A trader with a page open: orders one after another, follows prices and contracts, and goes to another edge when theirs is gone. */
export interface ClusterTrader {
  readonly trader: HttpTrader
  readonly sent: readonly SentOrder[]
  readonly page: Page
  /** Resolves with the next order acknowledged. */
  nextAcknowledged(): Promise<void>
  /** Ends ordering once what was sent last is answered. */
  endOrders(): Promise<void>
}

export async function startTrader(
  edges: readonly Member[],
  name: string,
  { home, inviteCode }: { home: number; inviteCode: string },
): Promise<ClusterTrader> {
  const trader = await createHttpTrader(ensure(edges[home]).running.address, name, inviteCode)
  const sent: SentOrder[] = []
  let waiting: (() => void)[] = []
  let isOver = false
  const order = async (): Promise<void> => {
    let at = home
    for (let count = 0; !isOver; count += 1) {
      const entry: SentOrder = {
        trader,
        order: orderOf(name, count, RULE.durationSeconds),
        acknowledged: null,
        receipt: null,
      }
      sent.push(entry)
      while (entry.acknowledged === null) {
        await delay(PACE_MS)
        try {
          const answer = await trader.place(ensure(edges[at]).running.address, entry.order)
          if (!answer.success) continue
          entry.acknowledged = answer.data.contract.id
          entry.receipt = answer.data.receipt
        } catch {
          // Not answered: the same order to another edge tells what became of it.
          at = (at + 1) % edges.length
        }
      }
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
  const ordering = order()
  return {
    ...{ trader, sent },
    page: openPage(edges, home, trader.token),
    nextAcknowledged: () => new Promise((resolve) => void waiting.push(resolve)),
    endOrders: async () => {
      isOver = true
      await ordering
    },
  }
}

/** What a page has been told over its sockets, one after another. */
export interface Page {
  readonly ticks: ReadonlyMap<number, TickItem>
  /** Newest state of each contract. */
  readonly states: ReadonlyMap<string, string>
  /** What contradicts what was told before. */
  readonly contradictions: readonly string[]
  /** How often it had to connect. */
  readonly connections: number
  close(): void
}

function openPage(edges: readonly Member[], home: number, token: string): Page {
  const ticks = new Map<number, TickItem>()
  const states = new Map<string, string>()
  const contradictions: string[] = []
  let connections = 0
  let newest: TickItem | null = null
  let isClosed = false
  let socket: WebSocket | null = null

  const take = (item: TickItem): void => {
    const [, epoch, seq, before, , price, , hash] = item
    const known = ticks.get(seq)
    if (known !== undefined && (known[5] !== price || known[7] !== hash))
      contradictions.push(`tick ${seq}: ${known} and ${item}`)
    if (newest !== null && seq > newest[2] && before > newest[2])
      contradictions.push(`tick ${seq} follows ${before}, the newest one was ${newest[2]}`)
    if (newest !== null && seq > newest[2] && epoch < newest[1])
      contradictions.push(`tick ${seq} has an older epoch`)
    ticks.set(seq, item)
    if (newest === null || seq > newest[2]) newest = item
  }
  const hear = (message: ServerMessage): void => {
    if (message.type === 'ticks') for (const item of message.items) take(item)
    if (message.type === 'contracts') for (const { id, state } of message.items) states.set(id, state)
  }
  const connect = (at: number): void => {
    if (isClosed) return
    connections += 1
    const opened = new WebSocket(`${ensure(edges[at]).running.address.replace('http', 'ws')}/trade`)
    socket = opened
    opened.on('message', (data) => hear(JSON.parse(String(data)) as ServerMessage))
    opened.on('error', () => {})
    opened.on('open', () => {
      const resume = newest === null ? {} : { afterSeq: newest[2], epoch: newest[1] }
      for (const message of [
        { op: 'auth', token },
        { op: 'subscribe', channel: 'contracts' },
        { op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT', ...resume },
      ])
        opened.send(JSON.stringify(message))
    })
    opened.on('close', () => setTimeout(() => connect((at + 1) % edges.length), RECONNECT_MS).unref())
  }
  connect(home)
  return {
    ...{ ticks, states, contradictions },
    get connections() {
      return connections
    },
    close() {
      isClosed = true
      socket?.terminate()
    },
  }
}
