import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('[O5] so many run at a time and no more; after a failure nothing begins, and what is under way ends first', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  let most = 0
  const work = async (item: number): Promise<void> => {
    begun.push(item)
    most = Math.max(most, begun.length - ended.length)
    await sleep(item === 2 ? 1 : 10)
    ended.push(item)
    if (item === 2) throw new Error('two')
  }
  await inParallel([10, 11, 12, 13, 14], work, 3)
  expect([ended.length, most]).toEqual([5, 3])
  begun.length = 0
  ended.length = 0
  await expect(inParallel([1, 2, 3, 4, 5, 6], work, 3)).rejects.toThrow('two')
  expect(begun).toEqual([1, 2, 3])
  expect(ended.sort()).toEqual([1, 2, 3])
})
