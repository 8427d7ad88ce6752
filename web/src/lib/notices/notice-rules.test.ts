import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { expect, test } from 'vitest'
import {
  addNotices,
  applyMarks,
  type Mark,
  purgeNotices,
  takePage,
  withMark,
  withoutMark,
} from './notice-rules.ts'

const notice = (id: number, read = false): Notice => ({
  id: String(id),
  kind: 'contract-settled',
  type: 'trade',
  priority: 'medium',
  timeMs: id,
  read,
  data: {},
})
const told = (items: readonly Notice[]) => items.map(({ id, read }) => `${id}${read ? ' read' : ''}`)

test('[N4] newest first, each once, and a notice read here stays read', () => {
  expect(told(addNotices([notice(9, true), notice(8)], [notice(9), notice(10)]))).toEqual([
    '10',
    '9 read',
    '8',
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

test('[N4] what the server no longer names is gone; what it did not reach, or has told since, stays', () => {
  const known = [notice(12), notice(11), notice(10, true), notice(9), notice(3)]
  const all = new Set(['12', '11', '10', '9', '3'])
  const allBut12 = new Set(['11', '10', '9', '3'])
  const page = { notices: [notice(11), notice(10), notice(8, true)], more: true }
  expect(told(takePage(known, allBut12, page))).toEqual(['12', '11', '10 read', '8 read', '3'])
  // The newest one was deleted elsewhere.
  expect(told(takePage(known, all, page))).toEqual(['11', '10 read', '8 read', '3'])
  expect(told(takePage(known, all, { notices: [notice(11)], more: false }))).toEqual(['11'])
  expect(told(takePage(known, allBut12, { notices: [], more: false }))).toEqual(['12'])
  expect(takePage(known, all, { notices: [], more: false })).toEqual([])
})

test('[N4] read ones go seven days after they were told; unread ones wait', () => {
  const week = 7 * 24 * 3_600_000
  expect(told(purgeNotices([notice(2, true), notice(1, true), notice(0)], week + 1))).toEqual([
    '2 read',
    '1 read',
    '0',
  ])
  expect(told(purgeNotices([notice(2, true), notice(1, true), notice(0)], week + 2))).toEqual(['2 read', '0'])
})

test('[N4] what was read or deleted here stays so whatever the server says, until it has heard of it', () => {
  const known = [notice(12), notice(11), notice(10), notice(9)]
  const read: Mark = { what: 'read', id: '10', through: true }
  const gone: Mark = { what: 'deleted', id: '11', through: false }
  const box = [read, gone, gone].reduce(withMark, { notices: known, marks: [] })
  expect(told(box.notices)).toEqual(['12', '10 read', '9 read'])
  expect(box.marks).toEqual([read, gone])
  expect(told(applyMarks([notice(13), ...known], box.marks))).toEqual(['13', '12', '10 read', '9 read'])
  expect(withoutMark(box, { ...gone }).marks).toEqual([read])
  expect(told(withMark(box, { what: 'deleted', id: '10', through: true }).notices)).toEqual(['12'])
})
