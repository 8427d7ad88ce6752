import { expect, test } from 'vitest'
import { placesBy, whoGivesWay } from './give-way.ts'

test('[K2] [S-1] whoever has most gives a place up where that leaves them as many as the newcomer then has', () => {
  const placesOf = placesBy(['b', 'a', 'b', 'c', 'b'], (owner) => owner)
  expect([...placesOf]).toEqual([
    ['b', 3],
    ['a', 1],
    ['c', 1],
  ])
  expect(whoGivesWay(placesOf, 'd')).toBe('b')
  expect(whoGivesWay(placesOf, 'a')).toBe('b')
  expect(whoGivesWay(placesOf, 'b')).toBeNull()
  expect(whoGivesWay(new Map([['b', 2]]), 'a')).toBe('b')
  expect(whoGivesWay(new Map(Object.entries({ b: 2, a: 1 })), 'a')).toBeNull()
  expect(whoGivesWay(new Map(), 'a')).toBeNull()
})
