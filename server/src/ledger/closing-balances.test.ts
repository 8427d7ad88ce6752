import { expect, test } from 'vitest'
import { closingBalances } from './closing-balances.ts'

const row = (day: number, movedMicros: bigint) => ({ day: BigInt(day), movedMicros, totalMicros: 70n })

test('[F1] closing balances are counted back from now, and begin with the first that held something', () => {
  const rows = [row(103, 20n), row(101, 100n), row(102, -50n)]
  expect(closingBalances(rows, 104, 6)).toEqual([
    { day: 101, micros: 100n },
    { day: 102, micros: 50n },
    { day: 103, micros: 70n },
    { day: 104, micros: 70n },
  ])
  expect(closingBalances(rows, 104, 2)).toEqual([
    { day: 103, micros: 70n },
    { day: 104, micros: 70n },
  ])
})

test('[F1] a book in which nothing moved, or that holds nothing, has today at least', () => {
  const still = { day: null, movedMicros: null }
  expect(closingBalances([{ ...still, totalMicros: 5n }], 9, 3).map(({ micros }) => micros)).toEqual([
    5n,
    5n,
    5n,
  ])
  expect(closingBalances([{ ...still, totalMicros: 0n }], 9, 3)).toEqual([{ day: 9, micros: 0n }])
  expect(closingBalances([], 9, 3)).toEqual([{ day: 9, micros: 0n }])
})
