import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { createSharedTurns } from './shared-turns.ts'

/**
 * Places for six pieces of work, three of one user. A piece is called by its user and a number, such as `a2`; the user is at an
 * address of their own unless another one is named.
 */
function openTurns(max = 6) {
  const turns = createSharedTurns({ max, perUserMax: 3, refuse: () => new Error('no place') })
  const order: string[] = []
  const events = new EventEmitter()
  const sendFrom = (address: string, name: string, work = async (): Promise<void> => undefined) =>
    turns
      .run({ address, user: name.slice(0, 1) }, async () => {
        order.push(name)
        await work()
        return 'done'
      })
      .catch((error: Error) => error.message)
  const send = (name: string, work?: () => Promise<void>): Promise<string> =>
    sendFrom(`address of ${name.slice(0, 1)}`, name, work)
  /** A piece that is under way, once it has begun, until `release`. */
  const held = async (): Promise<void> => {
    const released = once(events, 'release')
    events.emit('held')
    await released
  }
  return {
    send,
    sendFrom,
    order,
    held,
    begun: () => once(events, 'held'),
    release: () => events.emit('release'),
  }
}

test('[F2] [K4] three accounts that send as much as they may do not keep a fourth from coming next', async () => {
  const { send, order, held, begun, release } = openTurns(16)
  const isHeld = begun()
  const flood = [1, 2, 3].flatMap((round) =>
    ['a', 'b', 'c'].map((owner) => send(`${owner}${round}`, `${owner}${round}` === 'a2' ? held : undefined)),
  )
  await isHeld
  const fourth = send('d1')
  release()
  expect(await fourth).toBe('done')
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['done']))
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'd1', 'b2', 'c2', 'a3', 'b3', 'c3'])
})

test('[F2] [K4] of one account few wait, and where all places are taken who has most gives one up', async () => {
  const { send, order, held, release } = openTurns()
  const first = send('a1', held)
  const [second, third] = [send('a2'), send('a3')]
  expect(await send('a4')).toBe('no place')
  const others = [send('b1'), send('b2'), send('c1')]
  // Six are under way or waiting: three of a, two of b and one of c.
  const fourth = send('d1')
  expect(await third).toBe('no place')
  const fifth = send('e1')
  expect(await second).toBe('no place')
  const sixth = send('f1')
  expect(await others[1]).toBe('no place')
  // Now each has one, and nobody has more than a newcomer would have.
  expect(await send('g1')).toBe('no place')
  release()
  expect(new Set(await Promise.all([first, others[0], others[2], fourth, fifth, sixth]))).toEqual(
    new Set(['done']),
  )
  expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'])
})

test('[F2] [K4] [S-2] however many accounts one address makes, another address comes next, and its users take turns with each other', async () => {
  const { sendFrom, order, held, release } = openTurns(16)
  const names = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1']
  const flood = names.map((name) => sendFrom('crowd', name, name === 'a1' ? held : undefined))
  const calm = ['x1', 'x2'].map((name) => sendFrom('elsewhere', name))
  release()
  expect(new Set(await Promise.all([...flood, ...calm]))).toEqual(new Set(['done']))
  expect(order).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'd1', 'a2', 'b2', 'c2'])
})

test('[F2] [K4] [S-2] an address that holds all places by many accounts gives one up to another address, and one of its users to another', async () => {
  const { sendFrom, held, release } = openTurns()
  const names = ['a1', 'a2', 'b1', 'b2', 'b3', 'c1']
  const crowd = names.map((name) => sendFrom('crowd', name, name === 'a1' ? held : undefined))
  // Of the crowd itself: b has two more than d would have.
  const newcomer = sendFrom('crowd', 'd1')
  expect(await crowd[4]).toBe('no place')
  const elsewhere = [sendFrom('elsewhere', 'x1'), sendFrom('elsewhere', 'y1')]
  // Of whoever of the crowd has most waiting, and then of whoever is first.
  expect(await crowd[3]).toBe('no place')
  expect(await crowd[1]).toBe('no place')
  elsewhere.push(sendFrom('elsewhere', 'z1'))
  expect(await crowd[2]).toBe('no place')
  // Three places each: one more would leave the crowd with fewer.
  expect(await sendFrom('elsewhere', 'v1')).toBe('no place')
  release()
  const kept = [crowd[0], crowd[5], newcomer, ...elsewhere]
  expect(await Promise.all(kept)).toEqual(kept.map(() => 'done'))
})

test('[F2] work that fails gives its turn on', async () => {
  const { send } = openTurns()
  const failing = send('a1', async () => {
    throw new Error('unreadable')
  })
  expect(await Promise.all([failing, send('a2')])).toEqual(['unreadable', 'done'])
  expect(await send('b1')).toBe('done')
})
