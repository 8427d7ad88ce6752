import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { useActs } from '../orders/use-acts.ts'
import { RechargeSteps } from './RechargeSteps.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin:orders.${key}`)
const HASH = 'a1'.repeat(32)
const order = {
  ...{ id: '7', version: 2, state: 'processing', network: 'tron', amount: '40.00', takenBy: 'me' },
  ...{ username: 'mira', proposed: null, transactionId: null, toldTransactionId: null },
} as unknown as ReviewedDeposit
const byTwo = { above: '5000.00', available: true, availableFromMs: null }

function show(of: ReviewedDeposit) {
  const checked = checkCalls()
  const onDone = vi.fn()
  const Steps = () => (
    <RechargeSteps acts={useActs(async () => undefined)} {...{ order: of, byTwo, onDone }} />
  )
  render(<Steps />)
  const sent = () => checked.calls.map(({ call, body }) => [call.split('/').at(-1), body])
  return { ...checked, sent, onDone }
}
const press = (key: string): void => {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(say(key)) }))
}

test('[D10] [D18] [B-4] a deposit to a wallet is credited with its transaction only, and then the next order opens', async () => {
  const { sent, faults, onDone } = show(order)
  press('step.credit')
  expect(screen.getByRole('alert').textContent).toBe(say('referenceRule.tron'))
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByLabelText(say('reference.tron')), {
    target: { value: ` ${HASH.toUpperCase()} ` },
  })
  press('step.credit')
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(sent()).toEqual([['approve', { version: 2, credited: '40.00', transactionId: HASH }]])
  expect(faults).toEqual([])
})

test('[D10] what its user told stands in the field; another transaction than the proposed one is a new proposal', () => {
  const proposed = { amount: '45.00', by: 'bert', byMe: false }
  show({ ...order, transactionId: HASH, toldTransactionId: HASH, proposed })
  const field = screen.getByLabelText<HTMLInputElement>(say('reference.tron'))
  expect(field.value).toBe(HASH)
  expect(screen.getByRole('button', { name: say('step.credit') })).toBeTruthy()
  fireEvent.change(field, { target: { value: 'b2'.repeat(32) } })
  expect(screen.getByRole('button', { name: say('step.propose') })).toBeTruthy()
})

test('[D10] a deposit at a bank asks for no transaction', async () => {
  const { sent } = show({ ...order, network: null })
  expect(screen.queryByLabelText(say('reference.tron'))).toBeNull()
  press('step.credit')
  await waitFor(() => expect(sent()).toEqual([['approve', { version: 2, credited: '40.00' }]]))
})
