import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFrameReceiver } from '../src/market/exchange/frame-receiver.ts'
import type { FrameSockets } from '../src/market/exchange/frame-socket.ts'
import { silentLog } from '../src/platform/log.ts'
import { bundledWorker } from './server-bundle.ts'

const FRAME_EVERY_MS = 50
const STALL_MS = 1_500

/** An exchange in a thread of its own, which goes on while this one stands still: it counts up, a frame every 50 ms. */
const EXCHANGE = `
  const { WebSocketServer } = require('ws')
  const { parentPort } = require('node:worker_threads')
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('listening', () => parentPort.postMessage(server.address().port))
  server.on('connection', (socket) => {
    let count = 0
    const timer = setInterval(() => socket.send(String(count++)), ${FRAME_EVERY_MS})
    socket.on('close', () => clearInterval(timer))
  })
`

let workerFile: URL
let exchange: Worker
let url: string
let sockets: FrameSockets
beforeAll(async () => {
  workerFile = await bundledWorker('frame-receiver-worker')
  exchange = new Worker(EXCHANGE, { eval: true })
  const [port] = await once(exchange, 'message')
  url = `ws://127.0.0.1:${port}`
})
afterEach(() => sockets.stop())
afterAll(async () => {
  await exchange.terminate()
})

interface Received {
  text: string
  receivedNs: bigint
}

function open(): { frames: Received[]; arrived(count: number): Promise<void> } {
  sockets = createFrameReceiver({ log: silentLog, workerFile })
  const frames: Received[] = []
  let onFrame = (): void => {}
  sockets.open(url, {
    onOpen: () => undefined,
    onFrame(text, receivedNs) {
      frames.push({ text, receivedNs })
      onFrame()
    },
    onPong: () => undefined,
    onRefused: () => undefined,
    onEnd: () => undefined,
  })
  return {
    frames,
    async arrived(count) {
      while (frames.length < count)
        await new Promise<void>((resolve) => {
          onFrame = resolve
        })
    },
  }
}

test('[M5] [T5] [S-2] frames carry when their socket received them, however long the thread that uses them stood still', async () => {
  const { frames, arrived } = open()
  await arrived(3)
  const before = frames.length
  const untilMs = performance.now() + STALL_MS
  while (performance.now() < untilMs);
  const awakeNs = process.hrtime.bigint()
  // At once, in the same turn: what the engine writes next must have them.
  sockets.drain()
  const during = frames.slice(before)
  expect(during.length).toBeGreaterThan(STALL_MS / FRAME_EVERY_MS / 3)
  const agesMs = during.map(({ receivedNs }) => Number(awakeNs - receivedNs) / 1e6)
  expect(agesMs[0]).toBeGreaterThan(STALL_MS / 2)
  expect(frames.map(({ text }) => Number(text))).toEqual(frames.map((_frame, at) => at))
  const stamps = frames.map(({ receivedNs }) => receivedNs)
  expect(stamps).toEqual([...stamps].sort((a, b) => Number(a - b)))
})

test('[M5] a receiver that dies ends its connections, so that they are opened anew with another one', async () => {
  const dying = new URL('data:text/javascript,setTimeout(() => process.exit(1), 20)')
  sockets = createFrameReceiver({ log: silentLog, workerFile: dying })
  const reason = await new Promise<string>((resolve) => {
    sockets.open(url, {
      onOpen: () => undefined,
      onFrame: () => undefined,
      onPong: () => undefined,
      onRefused: () => undefined,
      onEnd: resolve,
    })
  })
  expect(reason).toBe('the receiver has ended')
})
