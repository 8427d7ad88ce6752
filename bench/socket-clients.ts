// A process full of socket clients, as small as possible. Speaks with its parent over IPC:
// {open: SocketPlan} → {opened}; {begin: true} → {begun}; {end: true} → {result: ClientResult}.
import { connect, type Socket } from 'node:net'

export interface SocketPlan {
  port: number
  path: string
  count: number
  /** Said by each socket once it is open; `$TOKEN` is replaced by the socket's own. */
  messages: string[]
  tokens: string[]
  /** One socket in so many reads what it gets and notes the ticks; the others count frames. */
  sampleEvery: number
  /** Never reads anything. */
  stalled: boolean
}

export interface ClientResult {
  frames: number
  bytes: number
  sampledSockets: number
  /** Of the sampled sockets: `symbol seq`, and when it came (ms since the epoch). */
  ticks: [key: string, atMs: number][]
  completed: number
  lastCompletedAtMs: number
  lost: number
}

const OPENING_AT_ONCE = 64
const PING = 0x9
const sockets: Socket[] = []
let result = emptyResult()

function emptyResult(): ClientResult {
  return { frames: 0, bytes: 0, sampledSockets: 0, ticks: [], completed: 0, lastCompletedAtMs: 0, lost: 0 }
}

const nowMs = (): number => performance.timeOrigin + performance.now()

/** A masked frame with a mask of zeros. */
function clientFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload])
}

function onText(payload: Buffer, sampled: boolean): void {
  result.frames += 1
  if (payload.includes('"completed"')) {
    const { type, items } = JSON.parse(payload.toString()) as { type: string; items: { state: string }[] }
    if (type !== 'contracts') return
    result.completed += items.filter((item) => item.state === 'completed').length
    result.lastCompletedAtMs = nowMs()
  }
  if (!sampled || payload[9] !== 't'.charCodeAt(0)) return
  const message = JSON.parse(payload.toString()) as { type: string; items: [string, number, number][] }
  if (message.type !== 'ticks') return
  const atMs = nowMs()
  for (const [symbol, , seq] of message.items) result.ticks.push([`${symbol} ${seq}`, atMs])
}

/** Whole frames of what came, the rest is kept. */
function readFrames(socket: Socket, data: Buffer, sampled: boolean): Buffer {
  let at = 0
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length - at < head) break
    const length =
      short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    if (data.length - at < head + length) break
    const opcode = (data[at] ?? 0) & 15
    if (opcode === PING) socket.write(clientFrame(0xa, ''))
    else if (opcode === 1) onText(data.subarray(at + head, at + head + length), sampled)
    at += head + length
  }
  return data.subarray(at)
}

function open(plan: SocketPlan, index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true })
    const sampled = index % plan.sampleEvery === 0
    let kept: Buffer = Buffer.alloc(0)
    let upgraded = false
    socket.on('error', reject)
    socket.on('close', () => {
      result.lost += 1
    })
    socket.on('connect', () =>
      socket.write(
        `GET ${plan.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    )
    socket.on('data', (chunk: Buffer) => {
      result.bytes += chunk.length
      let data: Buffer = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
      if (!upgraded) {
        const end = data.indexOf('\r\n\r\n')
        if (end === -1) return
        if (!data.subarray(0, 12).includes('101')) return reject(new Error(data.toString('latin1', 0, end)))
        upgraded = true
        data = data.subarray(end + 4)
        const token = plan.tokens[index] ?? ''
        for (const message of plan.messages) socket.write(clientFrame(1, message.replace('$TOKEN', token)))
        if (plan.stalled) socket.pause()
        sockets.push(socket)
        resolve()
      }
      kept = readFrames(socket, data, sampled)
    })
  })
}

async function openAll(plan: SocketPlan): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < plan.count) await open(plan, next++)
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, worker))
}

process.on('message', async (message: { open?: SocketPlan; begin?: boolean; end?: boolean }) => {
  if (message.open !== undefined) {
    const plan = message.open
    await openAll(plan)
    process.send?.({ opened: sockets.length })
  }
  if (message.begin) {
    result = emptyResult()
    process.send?.({ begun: true })
  }
  if (message.end) {
    process.send?.({ result })
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
