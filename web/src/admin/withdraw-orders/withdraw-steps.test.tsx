import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { useActs } from '../orders/use-acts.ts'
import { WithdrawSteps } from './WithdrawSteps.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)
afterAll(checkNoMore)

const say = (key: string, values: Record<string, unknown> = {}): string =>
  i18next.t(`admin:orders.${key}`, values)
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const HASH = 'a1'.repeat(32)

const approved = {
  ...{ id: '7', version: 3, state: 'processing', method: 'wallet', network: 'tron', address: ADDRESS },
  ...{ amount: '101', fee: '1', actual: '100', username: 'mira', payee: null, takenBy: 'me' },
  ...{ approvedMs: 1, correctedMs: null, returnedMs: null, needsOther: false, nobodyElse: false },
  twoFromMs: null,
} as unknown as ReviewedWithdrawal

function show(order: ReviewedWithdrawal, available?: string) {
  const checked = checkCalls()
  const onDone = vi.fn()
  const Steps = () => (
    <WithdrawSteps acts={useActs(async () => undefined)} {...{ order, available, onDone }} />
  )
  render(<Steps />)
  const sent = () => checked.calls.map(({ call, body }) => [call.split('/').at(-1), body])
  return { ...checked, sent, onDone }
}
const press = (key: string, within_ = screen.getByRole.bind(screen)): void => {
  fireEvent.click(within_('button', { name: new RegExp(say(key)) }))
}
const dialogOf = (key: string) => screen.findByRole('alertdialog', { name: say(key) })

test('[D18] [B-2] a payout is marked as paid with a reference of its network only, and the next order opens', async () => {
  const { sent, faults, onDone } = show(approved)
  const reference = screen.getByLabelText(say('reference.tron'))
  fireEvent.change(reference, { target: { value: 'x' } })
  press('step.pay')
  expect(screen.getByRole('alert').textContent).toBe(say('referenceRule.tron'))
  expect(sent()).toEqual([])
  fireEvent.change(reference, { target: { value: ` ${HASH.toUpperCase()} ` } })
  press('step.pay')
  await waitFor(() => expect(sent()).toEqual([['pay', { version: 3, payoutRef: HASH }]]))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(faults).toEqual([])
})

test('[D18] [B-2] at a bank dashes and words name no payment, and the page says what does', async () => {
  const { sent, faults } = show({ ...approved, method: 'bank', network: null } as ReviewedWithdrawal)
  const reference = screen.getByLabelText(say('reference.bank'))
  for (const wrong of ['----', 'xxxx', 'sent today']) {
    fireEvent.change(reference, { target: { value: wrong } })
    press('step.pay')
    expect(screen.getByRole('alert').textContent).toBe(say('referenceRule.bank'))
  }
  expect(sent()).toEqual([])
  fireEvent.change(reference, { target: { value: ' FT26332XK7Q1 ' } })
  press('step.pay')
  await waitFor(() => expect(sent()).toEqual([['pay', { version: 3, payoutRef: 'FT26332XK7Q1' }]]))
  expect(faults).toEqual([])
})

test('[D18] [B-2] that it failed is asked about with amount and destination and has a reason of its own; Esc changes nothing', async () => {
  const { sent, faults } = show(approved)
  fireEvent.change(screen.getByLabelText(say('reference.tron')), { target: { value: HASH } })
  press('step.fail')
  const dialog = await dialogOf('ask.fail')
  expect(dialog.textContent).toContain('100.00')
  expect(dialog.textContent).toContain(ADDRESS)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent()).toEqual([])
  press('step.fail')
  const again = within(await dialogOf('ask.fail'))
  // What stands in the field for the reference is not the reason that the user reads.
  expect(again.getByLabelText<HTMLInputElement>(say('reason')).value).toBe('')
  press('step.fail', again.getByRole)
  expect(again.getByText(say('noteMissing'))).toBeDefined()
  expect(sent()).toEqual([])
  fireEvent.change(again.getByLabelText(say('reason')), { target: { value: 'The network is down.' } })
  press('step.fail', again.getByRole)
  await waitFor(() => expect(sent()).toEqual([['fail', { version: 3, remark: 'The network is down.' }]]))
  expect(faults).toEqual([])
})

test('[D18] [B-2] a payout that went out after it had failed is corrected, and what its user no longer has is said before', async () => {
  const { sent, faults } = show({ ...approved, state: 'failed' }, '60.5')
  press('step.correct')
  const dialog = await dialogOf('ask.correct')
  expect(dialog.textContent).toContain(say('effect.shortfall', { available: '60.50', shortfall: '39.50' }))
  const inside = within(dialog)
  fireEvent.change(inside.getByLabelText(say('reference.tron')), { target: { value: HASH } })
  fireEvent.change(inside.getByLabelText(say('reason')), { target: { value: 'It was confirmed late.' } })
  press('step.correct', inside.getByRole)
  const body = { version: 3, payoutRef: HASH, remark: 'It was confirmed late.', shortfall: '39.50' }
  await waitFor(() => expect(sent()).toEqual([['correct', body]]))
  expect(faults).toEqual([])
})
