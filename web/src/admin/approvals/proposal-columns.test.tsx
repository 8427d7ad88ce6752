import { cleanup, render, screen, within } from '@testing-library/react'
import type { Proposal, ProposalLine } from '@truestrike/protocol/approval-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { useProposalColumns } from './proposal-columns.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-approvals'])
})
afterEach(cleanup)

const line = (label: string, before: string | null, after: string): ProposalLine => ({
  ...{ label, as: 'text', before, after },
})

function Values({ lines }: Pick<Proposal, 'lines'>) {
  const column = useProposalColumns().find(({ key }) => key === 'values')
  const proposal = { lines } as Proposal
  return (
    <>
      {column?.cell(proposal)}
      <output>{column?.text?.(proposal)}</output>
    </>
  )
}

test('[D17] [B-5] the list of proposals names each changed value, in words', () => {
  const lines = [line('payoutBps', '80%', '95%'), line('stakeMax', '100 USDT', '200 USDT')]
  render(<Values lines={lines} />)
  const shown = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Payout 80%→95%',
    'Largest amount 100 USDT→200 USDT',
  ])
  expect(screen.getByRole('status').textContent).toBe(
    'Payout: 80% → 95%; Largest amount: 100 USDT → 200 USDT',
  )
})

test('[D17] [B-5] a long proposal says in the list how many more values it changes', () => {
  const labels = ['payoutBps', 'stakeMin', 'stakeMax', 'windowMs', 'staleMs']
  render(<Values lines={labels.map((label) => line(label, 'a', 'b'))} />)
  const shown = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent).at(-1)).toBe('2 more values')
})
