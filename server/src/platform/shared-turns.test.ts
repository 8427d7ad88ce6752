import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { createSharedTurns } from './shared-turns.ts'

/** Places for six pieces of work, three of one owner. A piece is called by its owner and a number, such as `a2`. */
function openTurns(max = 6) {
  const turns = createSharedTurns({ max, perOwnerMax: 3, refuse: () => new Error('no place') })
  const order: string[] = []
  const events = new EventEmitter()
  const send = (name: string, work = async (): Promise<void> => undefined): Promise<string> =>
    turns
      .run(name.slice(0, 1), async () => {
        order.push(name)
        await work()
        return 'done'
      })
      .catch((error: Error) => error.message)
  /** A piece that is under way, once it has begun, until `release`. */
  const held = async (): Promise<void> => {
    const released = once(events, 'release')
    events.emit('held')
    await released
  }
  return { send, order, held, begun: () => once(events, 'held'), release: () => events.emit('release') }
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

test('[F2] [K4] of one account few wait, and where all places are taken who has most waiting gives one up', async () => {
  const { send, order, held, release } = openTurns()
  const first = send('a1', held)
  const [second, third] = [send('a2'), send('a3')]
  expect(await send('a4')).toBe('no place')
  const others = [send('b1'), send('b2'), send('c1')]
  // Six are under way or waiting: two of a and of b wait, and one of c.
  const fourth = send('d1')
  expect(await third).toBe('no place')
  const fifth = send('e1')
  expect(await others[1]).toBe('no place')
  // Now one of each waits, and nobody has more than a newcomer would have.
  expect(await send('f1')).toBe('no place')
  release()
  expect(new Set(await Promise.all([first, second, others[0], others[2], fourth, fifth]))).toEqual(
    new Set(['done']),
  )
  expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'a2'])
})

test('[F2] work that fails gives its turn on', async () => {
  const { send } = openTurns()
  const failing = send('a1', async () => {
    throw new Error('unreadable')
  })
  expect(await Promise.all([failing, send('a2')])).toEqual(['unreadable', 'done'])
  expect(await send('b1')).toBe('done')
})
