import { cleanup, render, screen } from '@testing-library/react'
import type { LedgerEntry } from '@truestrike/protocol/order-details-endpoints.ts'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderLedger } from './OrderLedger.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

const say = (key: string, values: Record<string, unknown> = {}): string =>
  i18next.t(`admin:orders.${key}`, values)
/** Names are kept apart from the direction of writing around them. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '')

function show(takenBy: 'me' | 'other' | null, fault: unknown = null): void {
  render(
    <OrderDrawer
      {...{ page: 'withdraw-orders', number: 'W7', state: 'processing', takenBy, fault }}
      {...{
        reviewer: 'berta',
        foot: null,
        onPrevious: undefined,
        onNext: undefined,
        onClose: () => undefined,
      }}
    >
      order
    </OrderDrawer>,
  )
}

test('[D10] [B-7] an order that another administrator has taken names them, also when a step was refused for it', () => {
  show('other', new ApiError('REVIEW_CONFLICT', 'It has changed', { status: 409 }))
  expect(plain(screen.getByRole('heading').parentElement?.textContent ?? '')).toContain('Taken by berta')
  expect(plain(screen.getByRole('alert').textContent)).toBe('Taken by berta')
  cleanup()
  show('me', new ApiError('REVIEW_CONFLICT', 'It has changed', { status: 409 }))
  expect(screen.getByText(say('taken.me'))).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('It has changed')
})

test('[D6] [B-7] the ledger leaves out what changed nothing of what is available', () => {
  const entry = (id: string, change: string): LedgerEntry => ({
    ...{ id, timeMs: 1, kind: 'payout', ref: 'withdrawal:7', contract: null, amount: '5.00' },
    ...{ change, available: '5.00' },
  })
  render(<OrderLedger entries={[entry('2', '0.00'), entry('1', '-5.00')]} ownRef="" />)
  expect(screen.getAllByRole('row')).toHaveLength(1)
  cleanup()
  render(<OrderLedger entries={[entry('2', '0.00')]} ownRef="" />)
  expect(screen.getByText(say('ledgerNone'))).toBeDefined()
})
