import type { BenchServer } from './bench-process.ts'
import { httpRequest } from './http-load.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT']

let sequence = 0

/** An order of its own each time. */
export function orderBody(): string {
  sequence += 1
  return JSON.stringify({
    clientOrderId: `bench-${process.pid}-${sequence}`,
    book: 'demo',
    symbol: SYMBOLS[sequence % SYMBOLS.length],
    direction: sequence % 2 === 0 ? 'up' : 'down',
    durationSeconds: 86_400,
    stake: '1',
    ruleVersion: 1,
  })
}

/** Every connection takes turns among its own users: a batch takes one order per user. */
export function orderRequests(server: BenchServer, connections: number): (connection: number) => Buffer {
  const perConnection = Math.max(1, Math.floor(server.tokens.length / connections))
  const turns = new Uint32Array(connections)
  return (connection) => {
    const turn = (turns[connection] ?? 0) % perConnection
    turns[connection] = turn + 1
    const token = server.tokens[connection * perConnection + turn] ?? ''
    return httpRequest('POST', '/api/trade/contracts', { Authorization: `Bearer ${token}` }, orderBody())
  }
}
