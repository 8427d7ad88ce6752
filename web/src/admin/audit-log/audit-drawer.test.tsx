import { cleanup, render, screen, within } from '@testing-library/react'
import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AuditDrawer } from './AuditDrawer.tsx'
import { VALUE_TEXTS } from './value-keys.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access', ...VALUE_TEXTS])
})
afterEach(cleanup)

const ENTRY: AuditEntry = {
  ...{ id: '7', timeMs: 0, actorKind: 'admin', actor: null, subject: 'deposit:1', ip: null },
  action: 'deposit.take',
  before: { state: 'pending', reviewer: '1', remark: null },
  after: { state: 'processing', amount: '5000.00', userId: '17', remark: null },
  people: [
    { value: 'reviewer', text: '1', name: 'anna', uid: null },
    { value: 'userId', text: '17', name: 'mira', uid: '1000000017' },
  ],
}

function cellsOf(entry: AuditEntry): (string | null)[][] {
  render(<AuditDrawer entry={entry} onClose={() => undefined} />)
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}

test('[D14] [U-19] [B-5] a value that one side of an entry does not hold is called not recorded, and an action has a name', () => {
  expect(cellsOf(ENTRY)).toEqual([
    ['State', 'Pending', 'Processing'],
    ['Handled by', 'anna', 'Not recorded'],
    ['Note to the user', 'None', 'None'],
    ['Amount', 'Not recorded', '5,000.00'],
    ['User', 'Not recorded', 'mira'],
  ])
  expect(screen.getByRole('heading', { name: 'Deposit taken on' })).toBeTruthy()
})

test('[D14] an entry that only says what is now has no column for what was before', () => {
  expect(cellsOf({ ...ENTRY, before: null, after: { later: 'risk' }, action: 'a.later-one' })).toEqual([
    ['later', 'risk'],
  ])
  expect(screen.getByRole('heading', { name: 'a.later-one' })).toBeTruthy()
})

test('[D14] values of settings have the names of their fields, switches and books are in words', () => {
  const change = {
    ...{ ...ENTRY, action: 'config.change', subject: 'config:funds' },
    before: { identityRequired: false },
    after: { identityRequired: true },
  }
  expect(cellsOf(change)).toEqual([['Withdrawals only after the identity check', 'Off', 'On']])
  cleanup()
  const rule = { ...ENTRY, action: 'rule.publish', before: null, after: { payoutBps: 8_000, book: 'real' } }
  expect(cellsOf(rule)).toEqual([
    ['Payout', '80%'],
    ['Balance', 'Real balance'],
  ])
})

test('[D14] [D17] [B-5] acts of two are in words: what was proposed, what became of it, and who wanted it', () => {
  const people = [{ value: 'proposedBy', text: '2', name: 'bert', uid: null }]
  const confirm = { ...ENTRY, action: 'proposal.confirm', subject: 'proposal:3', people }
  const after = { state: 'done', kind: 'raise-second-admin', proposedBy: '2' }
  expect(cellsOf({ ...confirm, before: { state: 'proposed' }, after })).toEqual([
    ['State', 'Waiting', 'Carried out'],
    ['Act', 'Not recorded', 'Higher amount for a second administrator'],
    ['Proposed by', 'Not recorded', 'bert'],
  ])
  cleanup()
  const rule = { payoutBps: 9_500, windowMs: 3_000, durationSeconds: 30 }
  const change = { kind: 'change-rules', on: 'rule:BTCUSDT-30', rule, products: [{ symbol: 'BTCUSDT' }] }
  expect(cellsOf({ ...confirm, action: 'proposal.propose', before: null, after: change })).toEqual([
    ['Act', 'Change of rules'],
    ['About', 'rule:BTCUSDT-30'],
    ['New rule · Payout', '95%'],
    ['New rule · Closing window', '3 s'],
    ['New rule · Duration', '30\u00a0s'],
    ['Products · 1 · Symbol', 'BTC/USDT'],
  ])
  cleanup()
  const lost = { ...confirm, action: 'void.enter', before: null, people: [] }
  expect(cellsOf({ ...lost, after: { state: 'done', houseEffectMicros: '-12500000' } })).toEqual([
    ['State', 'Done'],
    ['Effect on the house', '−12.50'],
  ])
})

test('[D14] [B-5] a user whom an entry names is the way to the user, where that page may be opened', () => {
  const admin = { permissions: ['users:read'] } as never
  useAdminSession.setState({ admin })
  render(<AuditDrawer entry={ENTRY} onClose={() => undefined} />)
  expect(screen.getByRole('button', { name: 'mira' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'anna' })).toBeNull()
  cleanup()
  useAdminSession.setState({ admin: null })
  render(<AuditDrawer entry={ENTRY} onClose={() => undefined} />)
  expect(screen.queryByRole('button', { name: 'mira' })).toBeNull()
})

test('[D14] [B-5] nested settings, parts of a role, filters of a list and hours are in words, too', () => {
  const from = (action: string, subject: string, after: Record<string, unknown>) => {
    const cells = cellsOf({ ...ENTRY, action, subject, before: null, after })
    cleanup()
    return cells
  }
  expect(from('config.change', 'config:funds', { deposit: { min: '10.00' }, bankFeeBps: 150 })).toEqual([
    ['Smallest deposit, USDT', '10.00'],
    ['Bank fee, %', '1.5%'],
  ])
  expect(
    from('admin.change-role', 'administrator:2', { role: 'risk', permissions: ['voids', 'risk:read'] }),
  ).toEqual([
    ['Role', 'Risk'],
    ['Parts of the role', 'Voids, Risk (view only)'],
  ])
  expect(from('orders.export', 'order-list', { sort: '-stake', direction: 'up', result: 'won' })).toEqual([
    ['Sorted by', 'Amount, descending'],
    ['Direction', 'Up'],
    ['Result', 'Won'],
  ])
  const sessions = [{ fromDay: 1, fromMinute: 545, toDay: 5, toMinute: 1_320 }]
  expect(
    from('product.change', 'product:EURUSDT', { calendar: { zone: 'Europe/Berlin', sessions } }),
  ).toEqual([
    ['Hours · Time zone', 'Europe/Berlin'],
    ['Hours · Hours · 1 · Opens', 'Monday'],
    ['Hours · Hours · 1 · Opens', '09:05'],
    ['Hours · Hours · 1 · Closes', 'Friday'],
    ['Hours · Hours · 1 · Closes', '22:00'],
  ])
})
