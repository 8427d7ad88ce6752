import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[K2] [S-2] long work goes round by address, two parts in a turn of the loop, however much of one address waits', async () => {
  const turns = createLoopTurns()
  const order: string[] = []
  const waiting: Promise<unknown>[] = []
  const ask = (addressKey: string, times: number): void => {
    for (let nth = 1; nth <= times; nth += 1) {
      const served = turns.next(addressKey)
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

test('[K2] [S-2] what nobody wants any more is dropped, and takes no turn of the others', async () => {
  const turns = createLoopTurns()
  let isWanted = true
  const dropped = Promise.all(Array.from({ length: 50 }, () => turns.next('a', () => isWanted)))
  const served: boolean[] = []
  for (const address of ['a', 'b']) void turns.next(address).then((wanted) => served.push(wanted))
  isWanted = false
  await turnOfLoop()
  expect(served).toEqual([true, true])
  expect(new Set(await dropped)).toEqual(new Set([false]))
})
