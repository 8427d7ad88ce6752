import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import { type VerifyClientCallbackAsync, type WebSocket, WebSocketServer } from 'ws'

/** A frame of a recorded session: the very bytes, and when the recorder's clock got them. */
export interface RecordedFrame {
  timeMs: number
  text: string
  /** Of a trade frame. */
  trade: RecordedTrade | null
}

export interface RecordedTrade {
  id: number
  price: string
  quantity: string
  /** The exchange's clock. */
  timeMs: number
}

/** A recorded session of one symbol below the data folder (`MARKET_DATA_DIR`). */
export function readSession(dataDir: string, symbol: string): RecordedFrame[] {
  const file = join(dataDir, 'ticks', `binance_spot_ws_${symbol}_2024-08-08T2354.gz`)
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.indexOf(' ')
      const text = line.slice(space + 1)
      const timeMs = Number(line.slice(0, space - 6))
      if (!text.includes('@trade')) return { timeMs, text, trade: null }
      const { t: id, p: price, q: quantity, T } = JSON.parse(text).data
      return { timeMs, text, trade: { id, price, quantity, timeMs: T } }
    })
}

/** Stands for an exchange: sends recorded frames as they are, answers its REST calls, and fails as it is told. */
export interface ExchangeServer {
  streamUrl: string
  restUrl: string
  /** Paths of all REST calls so far. */
  calls: string[]
  /** Open connections, oldest first, with what they have sent. */
  sockets: { path: string; ws: WebSocket; said: string[] }[]
  /** How many connections there have been. */
  readonly connections: number
  answersPings: boolean
  statuses: Record<string, string>
  /** The trades `aggTrades` tells. */
  history: readonly RecordedTrade[]
  /** The status it answers instead, by symbol. */
  historyStatus: Record<string, number>
  /** `aggTrades` is answered no sooner, with the trades there were when it was asked. */
  historyHeld: Promise<void>
  /** Answers every REST call with this until it is null. */
  limit: { status: number; retryAfter: string } | null
  /** Refuses connections likewise. */
  refusal: { status: number; retryAfter: string } | null
  /** Other REST paths: what they answer, by path. */
  pages: Record<string, (query: URLSearchParams) => unknown>
  /** Sends to all open connections, or to one. */
  send(texts: readonly string[], ws?: WebSocket): void
  /** All that was sent has been taken. */
  delivered(): Promise<void>
  close(): Promise<void>
}

export async function startExchangeServer(): Promise<ExchangeServer> {
  const http = createServer((request, response) => answer(server, request, response))
  const sockets = new WebSocketServer({
    ...{ server: http, autoPong: false },
    verifyClient: ((_, decide) => {
      const { refusal } = server
      if (refusal === null) return decide(true)
      server.calls.push('refused connection')
      return decide(false, refusal.status, 'refused', { 'Retry-After': refusal.retryAfter })
    }) satisfies VerifyClientCallbackAsync,
  })
  let connections = 0
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: ExchangeServer = {
    ...{ streamUrl: `ws://${host}`, restUrl: `http://${host}` },
    ...{ calls: [], sockets: [], history: [], historyStatus: {}, historyHeld: Promise.resolve(), pages: {} },
    ...{
      answersPings: true,
      limit: null,
      refusal: null,
      statuses: { BTCUSDT: 'TRADING', ETHUSDT: 'TRADING' },
    },
    get connections() {
      return connections
    },
    send(texts, ws) {
      for (const socket of ws === undefined ? server.sockets.map((open) => open.ws) : [ws])
        for (const text of texts) socket.send(text)
    },
    async delivered() {
      await Promise.all(
        server.sockets.map(async ({ ws }) => {
          // It is answered after everything sent before.
          const done = new AbortController()
          const { signal } = done
          const pong = Promise.race([once(ws, 'pong', { signal }), once(ws, 'close', { signal })])
          ws.ping()
          await pong
          done.abort()
        }),
      )
    },
    async close() {
      for (const ws of sockets.clients) ws.terminate()
      sockets.close()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  sockets.on('connection', (ws, request) => {
    connections += 1
    const open = { path: ensure(request.url), ws, said: [] as string[] }
    server.sockets.push(open)
    ws.on('ping', (data) => {
      if (server.answersPings) ws.pong(data)
    })
    ws.on('message', (data) => void open.said.push(data.toString()))
    ws.on('close', () => {
      server.sockets = server.sockets.filter((other) => other !== open)
    })
  })
  return server
}

function answer(server: ExchangeServer, request: IncomingMessage, response: ServerResponse): void {
  const path = ensure(request.url)
  server.calls.push(path)
  const url = new URL(path, server.restUrl)
  if (server.limit !== null) {
    response.writeHead(server.limit.status, { 'retry-after': server.limit.retryAfter }).end('{}')
    return
  }
  response.setHeader('content-type', 'application/json')
  if (url.pathname.endsWith('/exchangeInfo')) {
    const symbols = Object.entries(server.statuses).map(([symbol, status]) => ({ symbol, status }))
    response.end(JSON.stringify({ symbols }))
  } else if (url.pathname.endsWith('/aggTrades')) {
    const status = server.historyStatus[url.searchParams.get('symbol') ?? '']
    if (status !== undefined) response.writeHead(status).end('{}')
    else {
      const told = JSON.stringify(aggregates(server.history, url.searchParams))
      void server.historyHeld.then(() => response.end(told))
    }
  } else {
    const page = server.pages[url.pathname]
    if (page !== undefined) response.end(JSON.stringify(page(url.searchParams)))
    else response.writeHead(400).end('{"code":-1121,"msg":"Invalid symbol."}')
  }
}

/** As Binance does: trades of one moment at one price are one. */
function aggregates(trades: readonly RecordedTrade[], query: URLSearchParams): object[] {
  const all: { a: number; p: string; q: string; f: number; l: number; T: number }[] = []
  for (const { id, price, quantity, timeMs } of trades) {
    const last = all.at(-1)
    if (last !== undefined && last.p === price && last.T === timeMs) {
      last.l = id
      last.q = (Number(last.q) + Number(quantity)).toFixed(8)
    } else all.push({ a: 1_000 + all.length, p: price, q: quantity, f: id, l: id, T: timeMs })
  }
  const fromId = Number(query.get('fromId') ?? 0)
  const startTime = Number(query.get('startTime') ?? 0)
  return all.filter(({ a, T }) => a >= fromId && T >= startTime).slice(0, Number(query.get('limit')))
}

/** The frame of a minute that is over, or still runs, as Binance makes it of its trades; `over`: what it says otherwise. */
export function minuteFrame(symbol: string, traded: readonly RecordedTrade[], over: object = {}): string {
  const [first, last] = [ensure(traded[0]), ensure(traded.at(-1))]
  const t = Math.floor(first.timeMs / 60_000) * 60_000
  const byPrice = traded.map(({ price }) => price).sort((a, b) => Number(a) - Number(b))
  const k = {
    ...{ t, T: t + 59_999, s: symbol, i: '1m', f: first.id, L: last.id, o: first.price, c: last.price },
    ...{
      h: byPrice.at(-1),
      l: byPrice[0],
      v: '0',
      n: traded.length,
      x: true,
      q: '0',
      V: '0',
      Q: '0',
      B: '0',
    },
    ...over,
  }
  const data = { e: 'kline', E: t + 60_010, s: symbol, k }
  return JSON.stringify({ stream: `${symbol.toLowerCase()}@kline_1m`, data })
}
