import { expect, test } from 'vitest'
import { ITEMS_PER_PART, stringifyInParts } from './json-parts.ts'

test('[K4] [S-2] a long list is put into words part by part, with turns in between, and reads as if it were not', async () => {
  let inPart = 0
  let mostInPart = 0
  let turns = 0
  const nextTurn = async (): Promise<void> => {
    turns += 1
    inPart = 0
  }
  const item = (n: number) => ({
    toJSON: () => {
      inPart += 1
      mostInPart = Math.max(mostInPart, inPart)
      return { n, text: `"${n}"`, missing: undefined }
    },
  })
  const list = Array.from({ length: 5 * ITEMS_PER_PART + 1 }, (_, n) => item(n))
  const data = { 'a "name"': 1, list, none: undefined, nothing: null, short: [1, undefined, 3] }
  const text = await stringifyInParts(data, nextTurn)
  expect([turns, mostInPart]).toEqual([5, ITEMS_PER_PART])
  expect(text).toBe(JSON.stringify(data))
})

test('what has no long list is put into words at once', async () => {
  const never = (): Promise<void> => Promise.reject(new Error('no turn was needed'))
  for (const data of [undefined, null, 'text', [1, 2], {}, { list: Array.from({ length: ITEMS_PER_PART }) }])
    expect(await stringifyInParts(data, never)).toBe(JSON.stringify(data))
})
