import { expect, test } from 'vitest'
import { createSocketTurns } from './socket-turns.ts'

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[K2] [S-2] snapshots go round by address, two in a turn of the loop, however many sockets of one address wait', async () => {
  const turns = createSocketTurns()
  const order: string[] = []
  const waiting: Promise<unknown>[] = []
  const ask = (addressKey: string, times: number): void => {
    for (let nth = 1; nth <= times; nth += 1) {
      const served = turns.next({ addressKey, isOpen: true })
      waiting.push(served.then(() => order.push(`${addressKey}${nth}`)))
    }
  }
  ask('greedy', 1_500)
  ask('a', 2)
  ask('b', 1)
  expect(order).toEqual([])
  await turnOfLoop()
  expect(order).toEqual(['greedy1', 'a1'])
  // Whoever comes later waits for one of each, not for all.
  ask('c', 1)
  await turnOfLoop()
  await turnOfLoop()
  expect(order.slice(2)).toEqual(['b1', 'greedy2', 'a2', 'c1'])
  await turnOfLoop()
  expect(order.slice(6)).toEqual(['greedy3', 'greedy4'])
  await Promise.all(waiting)
  expect(order).toHaveLength(1_504)
})

test('[K2] [S-2] what sockets waited for that have closed is dropped, and takes no turn of the others', async () => {
  const turns = createSocketTurns()
  const closing = Array.from({ length: 50 }, () => ({ addressKey: 'a', isOpen: true }))
  const dropped = Promise.all(closing.map((connection) => turns.next(connection)))
  const open = [turns.next({ addressKey: 'a', isOpen: true }), turns.next({ addressKey: 'b', isOpen: true })]
  for (const connection of closing) connection.isOpen = false
  const served: boolean[] = []
  for (const each of open) void each.then((isOpen) => served.push(isOpen))
  await turnOfLoop()
  expect(served).toEqual([true, true])
  expect(new Set(await dropped)).toEqual(new Set([false]))
})
