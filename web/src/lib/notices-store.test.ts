import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { expect, test } from 'vitest'
import { addNotices } from './notices-store.ts'

const notice = (id: number, read = false): Notice => ({
  id: String(id),
  type: 'trade',
  priority: 'medium',
  kind: 'contract-settled',
  data: {},
  timeMs: id,
  read,
})

test('[N4] newest first, each once, and a notice read here stays read', () => {
  const items = addNotices([notice(2, true), notice(1)], [notice(2), notice(3)])
  expect(items.map(({ id, read }) => [id, read])).toEqual([
    ['3', false],
    ['2', true],
    ['1', false],
  ])
})

test('[N4] at most 50: the oldest read one goes, else the oldest', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => notice(index + 1, index === 9))
  const withRead = addNotices(fifty, [notice(51)])
  expect(withRead).toHaveLength(50)
  expect(withRead.some(({ id }) => id === '10')).toBe(false)
  const unread = addNotices(withRead, [notice(52)])
  expect(unread).toHaveLength(50)
  expect(unread.some(({ id }) => id === '1')).toBe(false)
})
