import { ensure } from '@truestrike/core/assert.ts'
import type { ServerMessage } from '@truestrike/protocol/frames.ts'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../src/app.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
afterEach(() => app.close())

/** A frame of about 100 kB: a client that does not read is full after some. */
const frame = (n: number): ServerMessage => ({
  type: 'ticks',
  items: Array.from({ length: 1_000 }, () => ['BTCUSDT', 1, n, n - 1, n, '67482.36', '1.5', 'A'.repeat(43)]),
})
const seqOf = (message: ServerMessage): number => (message.type === 'ticks' ? ensure(message.items[0])[2] : 0)

test('a client that does not read is skipped, costs the others nothing, and is caught up once when it reads again', async () => {
  let caughtUp = 0
  const extend = ({ hub }: App): void => {
    hub.define({
      channel: 'ticks',
      path: '/trade',
      audience: 'public',
      keyedBy: 'symbol',
      onSubscribe: () => {},
      onDrained: (client) => {
        caughtUp++
        client.send(frame(1_000_000))
      },
    })
  }
  app = await createTestApp({ listen: true, extend })
  const [stalled, reading] = [await app.socket('/trade'), await app.socket('/trade')]
  for (const socket of [stalled, reading]) {
    socket.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT' })
    await socket.next('subscribed')
  }
  stalled.socket.pause()
  const frames = 400
  for (let n = 1; n <= frames; n++) {
    app.app.hub.broadcast('ticks', 'BTCUSDT', frame(n))
    await reading.next('ticks', (message) => seqOf(message) === n)
  }
  expect(caughtUp).toBe(0)
  stalled.socket.resume()
  await stalled.next('ticks', (message) => seqOf(message) === 1_000_000)
  expect(caughtUp).toBe(1)
  expect(stalled.messages.length).toBeLessThan(frames / 2)
  app.app.hub.broadcast('ticks', 'BTCUSDT', frame(frames + 1))
  await stalled.next('ticks', (message) => seqOf(message) === frames + 1)
  const seqs = stalled.messages.filter(({ type }) => type === 'ticks').map(seqOf)
  expect(seqs.at(-2)).toBe(1_000_000)
})

test('[S2] what is broadcast while a snapshot is being made follows it, in order and complete', async () => {
  let finish: () => void = () => {}
  const made = new Promise<void>((resolve) => {
    finish = resolve
  })
  let started: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    started = resolve
  })
  const extend = ({ hub }: App): void => {
    hub.define({
      channel: 'ticks',
      path: '/trade',
      audience: 'public',
      keyedBy: 'symbol',
      onSubscribe: async (client, _key, resume) => {
        started()
        await made
        client.send(frame(ensure(resume.afterSeq) + 1))
      },
    })
  }
  app = await createTestApp({ listen: true, extend })
  const socket = await app.socket('/trade')
  socket.send({ op: 'subscribe', channel: 'ticks', symbol: 'BTCUSDT', afterSeq: 10, epoch: 1 })
  await asked
  for (const n of [12, 13, 14]) app.app.hub.broadcast('ticks', 'BTCUSDT', frame(n))
  finish()
  await socket.next('ticks', (message) => seqOf(message) === 14)
  expect(socket.messages.map(({ type }) => type)).toEqual([
    'hello',
    'subscribed',
    'ticks',
    'ticks',
    'ticks',
    'ticks',
  ])
  expect(socket.messages.slice(2).map(seqOf)).toEqual([11, 12, 13, 14])
})
