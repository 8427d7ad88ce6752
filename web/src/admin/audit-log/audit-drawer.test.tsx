import { cleanup, render, screen, within } from '@testing-library/react'
import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { AuditDrawer } from './AuditDrawer.tsx'
import { VALUE_TEXTS } from './value-words.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access', ...VALUE_TEXTS])
})
afterEach(cleanup)

const ENTRY: AuditEntry = {
  ...{ id: '7', timeMs: 0, actorKind: 'admin', actor: null, subject: 'deposit:1', ip: null },
  action: 'deposit.take',
  before: { state: 'pending', reviewer: '1', remark: null },
  after: { state: 'processing', amount: '5000.00', remark: null },
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

test('[D14] [U-19] a value that one side of an entry does not hold is called not recorded, and an action has a name', () => {
  expect(cellsOf(ENTRY)).toEqual([
    ['State', 'Pending', 'Processing'],
    ['Handled by', '1', 'Not recorded'],
    ['Note to the user', 'None', 'None'],
    ['Amount', 'Not recorded', '5,000.00'],
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
    ['Payout', '8000'],
    ['Balance', 'Real balance'],
  ])
})
