import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { useActs } from '../orders/use-acts.ts'
import { WithdrawDrawer } from './WithdrawDrawer.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)
afterAll(checkNoMore)

const order = {
  ...{ id: '7', version: 3, state: 'processing', method: 'wallet', network: 'tron', address: 'TR7' },
  ...{ amount: '101', fee: '1', actual: '100', uid: '1000000001', username: 'mira', payee: null },
  ...{ takenBy: 'me', createdMs: 1, endedMs: null, approvedMs: 1, returnedMs: null, correctedMs: null },
} as unknown as ReviewedWithdrawal

/** What stands over the figure at the top of the order. */
function captionOf(changes: Partial<ReviewedWithdrawal>): string | null | undefined {
  cleanup()
  checkCalls({ 'GET /api/admin/withdraw-orders/:id': new Promise(() => undefined) })
  function Drawer() {
    const acts = useActs(async () => undefined)
    const steps = { onPrevious: undefined, onNext: undefined, onClose: () => undefined }
    return (
      <WithdrawDrawer {...{ acts, ...steps }} order={{ ...order, ...changes }} onDecided={() => undefined} />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Drawer />
    </QueryClientProvider>,
  )
  return screen.getByText('100.00').closest('.adm-figure')?.querySelector('.cap')?.textContent
}

test('[B-7] an order says of its amount whether it is to be sent, was sent, or was not', () => {
  expect(captionOf({})).toBe('To send')
  expect(captionOf({ state: 'completed' })).toBe('Sent')
  expect(captionOf({ state: 'failed' })).toBe('Not sent')
  expect(captionOf({ state: 'failed', correctedMs: 9 })).toBe('Sent')
  expect(captionOf({ state: 'rejected' })).toBe('Not sent')
})
