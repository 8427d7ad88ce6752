import { randomBytes } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTcpProxy } from '../../test/tcp-proxy.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { connectNatsBus } from './nats-bus.ts'
import { createThreadBus } from './thread-bus.ts'

const natsUrl = process.env.TEST_NATS_URL
const troubles: unknown[] = []
const onTrouble = (error: unknown): void => void troubles.push(error)
const nats = (prefix: string): Promise<Bus> =>
  connectNatsBus({ url: natsUrl ?? '', prefix, onTrouble, onConnection: () => undefined })

interface Pair {
  /** Publishes. */
  near: Bus
  /** Listens: the same bus in one process, another connection with NATS. */
  far: Bus
}

function behavesAsBus(open: () => Promise<Pair>): void {
  let pair: Pair
  beforeAll(async () => {
    pair = await open()
  })
  afterAll(async () => {
    await pair.near.close()
    await pair.far.close()
  })

  /** Everything published before has been delivered when this one has. */
  const settle = async (): Promise<void> => {
    const heard = new Promise<void>((resolve) => {
      pair.far.subscribe('settle.now', () => resolve())
    })
    const again = setInterval(() => pair.near.publish('settle.now', null), 20)
    await heard
    clearInterval(again)
  }

  test('[O5] messages reach exact and wildcard listeners, in order, and nobody else', async () => {
    const exact: unknown[] = []
    const wild: string[] = []
    const other: unknown[] = []
    pair.far.subscribe('user.7', (payload) => exact.push(payload))
    pair.far.subscribe('user.*', (payload, subject) => wild.push(`${subject}=${String(payload)}`))
    pair.far.subscribe('user.70', (payload) => other.push(payload))
    await settle()
    for (let n = 0; n < 100; n++) pair.near.publish('user.7', n)
    pair.near.publish('user.8', 'x')
    pair.near.publish('user.7.deeper', 'no')
    await settle()
    expect(exact).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(wild).toEqual([...exact.map((n) => `user.7=${String(n)}`), 'user.8=x'])
    expect(other).toEqual([])
  })

  test('[O5] a cancelled listener hears no more, the others still do', async () => {
    const first: unknown[] = []
    const second: unknown[] = []
    const cancel = pair.far.subscribe('market.a', (payload) => first.push(payload))
    pair.far.subscribe('market.a', (payload) => second.push(payload))
    await settle()
    pair.near.publish('market.a', 1)
    await settle()
    cancel()
    cancel()
    pair.near.publish('market.a', 2)
    await settle()
    expect([first, second]).toEqual([[1], [1, 2]])
  })

  test('[O5] a handler that throws is reported and harms no other', async () => {
    const heard: unknown[] = []
    troubles.length = 0
    pair.far.subscribe('bad.news', () => {
      throw new Error('broken handler')
    })
    pair.far.subscribe('bad.news', (payload) => heard.push(payload))
    await settle()
    pair.near.publish('bad.news', 'x')
    await settle()
    expect(heard).toEqual(['x'])
    expect(troubles).toEqual([expect.objectContaining({ message: 'broken handler' })])
  })
}

describe('in one process', () => {
  behavesAsBus(async () => {
    const bus = createMemoryBus(onTrouble)
    return { near: bus, far: bus }
  })

  test('[O5] publishing never runs a handler in the publisher’s own turn', async () => {
    const bus = createMemoryBus(onTrouble)
    let heard = false
    bus.subscribe('a.b', () => {
      heard = true
    })
    bus.publish('a.b', 1)
    expect(heard).toBe(false)
    await Promise.resolve()
    expect(heard).toBe(true)
  })
})

describe('between two threads', () => {
  const open = (): Pair => {
    const { port1, port2 } = new MessageChannel()
    return { near: createThreadBus(port1, onTrouble), far: createThreadBus(port2, onTrouble) }
  }
  behavesAsBus(async () => open())

  test('[O5] [S1] a subscription holds for all that is published after it, without waiting for a message to arrive', async () => {
    const { near, far } = open()
    const received: unknown[] = []
    expect(near.mayReach('user.1')).toBe(false)
    const cancel = far.subscribe('user.1', (payload) => received.push(payload))
    // In the same turn: nothing of the other end has been delivered yet.
    expect(near.mayReach('user.1')).toBe(true)
    near.publish('user.1', 'first')
    await expect.poll(() => received).toEqual(['first'])
    cancel()
    expect(near.mayReach('user.1')).toBe(false)
    await near.close()
    await far.close()
  })
})

describe.skipIf(natsUrl === undefined)('over NATS', () => {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  behavesAsBus(async () => ({ near: await nats(prefix), far: await nats(prefix) }))

  test('[O5] [S1] with NATS away the own listeners hear on; when it is back every process is told that it missed something', async () => {
    const { hostname, port } = new URL(natsUrl ?? '')
    const proxy = await openTcpProxy(hostname, Number(port || 4222))
    let changed: (connected: boolean) => void = () => {}
    const change = (wanted: boolean): Promise<void> =>
      new Promise((resolve) => {
        changed = (connected) => connected === wanted && resolve()
      })
    const own = await connectNatsBus({
      url: `nats://127.0.0.1:${proxy.port}`,
      prefix: `${prefix}-cut`,
      onTrouble,
      onConnection: (connected) => changed(connected),
    })
    const peer = await nats(`${prefix}-cut`)
    const heard: string[] = []
    own.subscribe('x.*', (payload) => heard.push(`own ${String(payload)}`))
    peer.subscribe('x.y', (payload) => heard.push(`peer ${String(payload)}`))
    const last = new Promise((resolve) => peer.subscribe('x.z', resolve))
    const both = [own, peer].map((bus) => new Promise<void>((resolve) => bus.onMissed(() => resolve())))
    const lost = change(false)
    proxy.cut()
    await lost
    own.publish('x.y', 1)
    peer.publish('x.y', 2)
    await Promise.resolve()
    expect(heard.splice(0)).toEqual(['own 1', 'peer 2'])
    proxy.mend()
    await Promise.all(both)
    own.publish('x.y', 3)
    peer.publish('x.y', 4)
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(4)
    // All that was on its way has come when this has.
    own.publish('x.z', 'last')
    await last
    // Once each: the own listeners directly, those of others through NATS.
    expect(heard.sort()).toEqual(['own 3', 'own 4', 'own last', 'peer 3', 'peer 4'])
    await own.close()
    await peer.close()
    proxy.close()
  })

  test('[O5] installations with another prefix hear nothing', async () => {
    const ours = await nats(`${prefix}-a`)
    const theirs = await nats(`${prefix}-b`)
    const heard: unknown[] = []
    theirs.subscribe('x.y', (payload) => heard.push(payload))
    const own = new Promise((resolve) => ours.subscribe('x.y', resolve))
    ours.publish('x.y', 1)
    expect(await own).toBe(1)
    await Promise.all([ours.close(), theirs.close()])
    expect(heard).toEqual([])
  })
})
