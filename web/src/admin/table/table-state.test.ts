import { expect, test } from 'vitest'
import { rowAfter } from './table-keys.ts'
import { readSorting, sortingText } from './use-sorting.ts'

test('[D9] the order of a list is read from the address, and only by what the server knows', () => {
  const keys = ['time', 'stake'] as const
  expect(readSorting('-stake', keys)).toEqual({ key: 'stake', isAscending: false })
  expect(readSorting('time', keys)).toEqual({ key: 'time', isAscending: true })
  for (const wrong of [null, '', '-', '--time', 'profit', '-profit', 'time '])
    expect(readSorting(wrong, keys), String(wrong)).toBeNull()
  for (const text of ['time', '-stake'])
    expect(sortingText(readSorting(text, keys) ?? { key: '', isAscending: true })).toBe(text)
})

test('[D9] keys lead from row to row, and never out of the table', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => rowAfter(key, 1, 3))).toEqual([2, 0, 0, 2])
  expect([rowAfter('ArrowDown', 2, 3), rowAfter('ArrowUp', 0, 3)]).toEqual([null, null])
  expect([rowAfter('PageDown', 1, 40), rowAfter('PageDown', 35, 40), rowAfter('PageUp', 4, 40)]).toEqual([
    ...[11, 39, 0],
  ])
  expect([rowAfter('Tab', 1, 3), rowAfter('Home', -1, 0)]).toEqual([null, null])
})
