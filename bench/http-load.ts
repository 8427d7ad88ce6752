import { connect, type Socket } from 'node:net'

export interface LoadResult {
  answers: number
  /** Answers whose status was not 2xx. */
  refused: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Whole HTTP/1.1 requests, made anew for each call. */
  request(connection: number): Buffer
  /** Calls a second over all connections; null: as many as possible. */
  ratePerSecond?: number | null
}

/** A keep-alive HTTP/1.1 client as small as possible, so that the measured server and not the client is the limit. */
export async function loadHttp(options: LoadOptions): Promise<LoadResult> {
  const { connections, seconds } = options
  const latencies: number[] = []
  let refused = 0
  const end = performance.now() + seconds * 1000
  const rate = options.ratePerSecond ?? null
  const spacing = rate === null ? 0 : (1000 * connections) / rate

  const sockets = await Promise.all(Array.from({ length: connections }, () => open(options.port)))
  const start = performance.now()
  await Promise.all(
    sockets.map(async (socket, index) => {
      const reader = createReader(socket)
      let due = start + (spacing * index) / connections
      while (performance.now() < end) {
        if (spacing > 0) {
          const wait = due - performance.now()
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        }
        // Latency counts from when the call was due: a server that falls behind cannot hide it.
        const from = spacing > 0 ? due : performance.now()
        due += spacing
        socket.write(options.request(index))
        const status = await within(reader())
        latencies.push(performance.now() - from)
        if (status < 200 || status > 299) refused += 1
      }
      socket.destroy()
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  return {
    answers: latencies.length,
    refused,
    seconds: elapsed,
    perSecond: latencies.length / elapsed,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

const ANSWER_WITHIN_MS = 20_000

async function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket))
  })
}

/** Answers the status of the next response; reads Content-Length bodies only. */
function createReader(socket: Socket): () => Promise<number> {
  let buffered: Buffer = Buffer.alloc(0)
  let waiting: ((status: number) => void) | null = null
  const deliver = (): void => {
    if (waiting === null) return
    const headEnd = buffered.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = buffered.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const total = headEnd + 4 + length
    if (buffered.length < total) return
    buffered = buffered.subarray(total)
    const resolve = waiting
    waiting = null
    resolve(Number(head.slice(9, 12)))
  }
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    deliver()
  })
  return () =>
    new Promise((resolve) => {
      waiting = resolve
      deliver()
    })
}

/** As a browser of the product's own pages sends it. */
const XSRF = { Cookie: 'XSRF-TOKEN=bench', 'X-XSRF-TOKEN': 'bench' }

export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Buffer {
  const lines = Object.entries({ ...XSRF, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
  )
}
