// What fan-out costs at least: a bare `ws` server that sends ticks of the product's shape at the product's pace to
// everybody. Speaks with its parent over IPC like the bench server. `BARE_FLUSH_MS` 0: a frame per tick.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const PRODUCTS = Number(process.env.BARE_PRODUCTS ?? 20)
const FLUSH_MS = Number(process.env.BARE_FLUSH_MS ?? 250)
const TICK_EVERY_MS = 200
const HASH = 'a'.repeat(43)

const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
http.listen(0, '127.0.0.1')
await once(http, 'listening')
const published: [string, number][] = []
let seq = 0
const waiting = new Map<string, unknown>()

function flush(): void {
  if (waiting.size === 0) return
  const frame = Buffer.from(JSON.stringify({ type: 'ticks', items: [...waiting.values()] }))
  waiting.clear()
  for (const socket of sockets.clients) socket.send(frame, { binary: false })
}

for (let product = 0; product < PRODUCTS; product++) {
  const symbol = `BARE${product}USDT`
  setTimeout(
    () => {
      setInterval(() => {
        seq += 1
        published.push([`${symbol} ${seq}`, performance.timeOrigin + performance.now()])
        waiting.set(symbol, [symbol, 1, seq, seq - 1, Date.now(), '63123.45', '1234.56', HASH])
        if (FLUSH_MS === 0) flush()
      }, TICK_EVERY_MS)
    },
    (product * 37) % TICK_EVERY_MS,
  )
}
if (FLUSH_MS > 0) setInterval(flush, FLUSH_MS)

const address = http.address()
process.on('message', (message: { cpu?: boolean; published?: boolean; stop?: boolean }) => {
  if (message.cpu) process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss })
  if (message.published) process.send?.({ published: published.splice(0) })
  if (message.stop) process.exit(0)
})
process.on('disconnect', () => process.exit(1))
process.send?.({ port: typeof address === 'object' ? address?.port : 0, tokens: [], userIds: [] })
