import { expect, test } from 'vitest'
import { createSharedLookups } from './shared-lookups.ts'

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Look-ups of three a query, of which six may wait; each query waits for `release`. */
function openLookups() {
  const queries: string[][] = []
  const held: (() => void)[] = []
  const find = createSharedLookups<string>({
    perQueryMax: 3,
    waitingMax: 6,
    async find(keys) {
      queries.push(keys)
      await new Promise<void>((resolve) => held.push(resolve))
      if (keys.includes('broken')) throw new Error('no database')
      return keys.map((key) => `of ${key}`)
    },
    refuse: () => new Error('full'),
  })
  const release = async (): Promise<void> => {
    await turnOfLoop()
    held.shift()?.()
    await turnOfLoop()
  }
  return { find, queries, release }
}

test('[K2] [S-2] whoever asks for the same shares one look-up, and takes no place of the others', async () => {
  const { find, queries, release } = openLookups()
  const answers = Array.from({ length: 1_000 }, () => find('made up'))
  const other = find('known')
  await release()
  expect(queries).toEqual([['made up', 'known']])
  expect(await other).toBe('of known')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['of made up']))
})

test('[K2] [A11] a look-up that has begun is shared by nobody who comes after', async () => {
  const { find, queries, release } = openLookups()
  const first = find('a')
  await turnOfLoop()
  const later = [find('a'), find('a')]
  await release()
  await first
  await release()
  expect(await Promise.all(later)).toEqual(['of a', 'of a'])
  expect(queries).toEqual([['a'], ['a']])
})

test('[K2] too many different ones are refused, and a query that fails is told to all of it and nobody else', async () => {
  const { find, queries, release } = openLookups()
  const answers = ['a', 'broken', 'c', 'd', 'e', 'f', 'g'].map((key) =>
    find(key).catch((error: Error) => error.message),
  )
  await release()
  await release()
  expect(await Promise.all(answers)).toEqual([
    ...['no database', 'no database', 'no database'],
    ...['of d', 'of e', 'of f', 'full'],
  ])
  expect(queries).toEqual([
    ['a', 'broken', 'c'],
    ['d', 'e', 'f'],
  ])
  const again = find('broken').catch((error: Error) => error.message)
  await release()
  expect(await again).toBe('no database')
})
