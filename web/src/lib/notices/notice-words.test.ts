import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '../i18n.ts'
import { loadNoticeTexts, wordNotice } from './notice-words.ts'

beforeAll(async () => {
  await startI18n()
  await loadNoticeTexts()
})

const messageOf = (kind: string, data: Notice['data']): string =>
  wordNotice({
    id: '1',
    kind,
    type: 'system',
    priority: 'medium',
    timeMs: 1,
    read: false,
    data,
  }).message.replace(/[\u2066-\u2069]/g, '')

test('[T12] a notice of a break says when it ends', () => {
  const untilMs = new Date(2031, 10, 21, 14, 32).getTime()
  expect(messageOf('self-excluded', { untilMs })).toMatch(
    /^No new contracts until .?Nov 21, 2031, 14:32:00.?\. If this was not you/,
  )
})

test('[N1] a notice of practice funds says so, and a correction whether it gave or took', () => {
  const correction = (book: 'demo' | 'real', amount: string) =>
    messageOf('balance-adjusted', { book, amount, remark: 'why' })
  expect(correction('demo', '5.00')).toBe('Demo funds. +5.00 USDT, why')
  expect(correction('real', '5.00')).toBe('+5.00 USDT, why')
  expect(correction('real', '-5.00')).toBe('−5.00 USDT, why')
  expect(messageOf('deposit-completed', { amount: '5.00' })).toBe('5.00 USDT')
  const settled = { symbol: 'BTCUSDT', direction: 'up', durationSeconds: 60, profit: '8.20' } as const
  expect(messageOf('contract-settled', { ...settled, book: 'demo' })).toMatch(/^Demo funds\. .*BTC/)
  expect(messageOf('contract-settled', { ...settled, book: 'real' })).not.toContain('Demo')
})
