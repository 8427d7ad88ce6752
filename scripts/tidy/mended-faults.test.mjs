import { expect, test } from 'vitest'
import { allTitles, DOCUMENT, idsOf, listedIn, mendedFaultFaults, titlesIn } from './mended-faults.mjs'
import { read } from './sources.mjs'

test('every mended fault has a test whose title bears its id, and every such id is listed', () => {
  const ids = listedIn(read(DOCUMENT))
  expect(ids.length).toBeGreaterThan(30)
  expect(mendedFaultFaults(ids, allTitles())).toEqual([])
})

test('a fault without a test is found, as are one that is listed twice and one that is not listed', () => {
  const titles = ['[D17] [S-3] sums add up', '[F2][U-8] problems at once', 'nothing of S-4']
  expect(mendedFaultFaults(['S-3', 'U-8'], titles)).toEqual([])
  expect(mendedFaultFaults(['S-3', 'S-4', 'U-8'], titles)).toEqual(['S-4 has no test'])
  expect(mendedFaultFaults(['S-3', 'U-8', 'S-3'], titles)).toEqual(['S-3 is listed twice'])
  expect(mendedFaultFaults(['S-3'], titles)).toEqual([`U-8 is not listed in ${DOCUMENT}`])
})

test('ids are read from the brackets before a title, of tests whose title is plain text', () => {
  expect(['[S-3] a', '[D17] [S-3][U-8] b', '[F2 S-1] c', 'd [S-3]', '[A15] e'].map(idsOf)).toEqual([
    ...[['S-3'], ['S-3', 'U-8'], ['S-1'], [], []],
  ])
  const source = [
    "test('[S-3] one', () => {})",
    "  test('[S-4] another\\'s', { tag: '@full' }, async () => {})",
    "test.each(['x'])('[S-5] %s', () => {})",
    'test(`[S-6] a template`, () => {})',
  ]
  expect(titlesIn(source.join('\n'))).toEqual(['[S-3] one', "[S-4] another\\'s"])
  expect(listedIn('| id | what |\n|---|---|\n| | **Attacks** |\n| S-3 | Sums. |\n| S-4 | |')).toEqual(['S-3'])
})
