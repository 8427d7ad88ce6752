import { cleanup, render, screen } from '@testing-library/react'
import { SYSTEM_ACCOUNTS, TRANSFER_KINDS, USER_ACCOUNTS } from '@truestrike/core/ledger-posting.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { ContractMoney } from '../order-list/ContractMoney.tsx'
import { OrderLedger } from './OrderLedger.tsx'

interface Words {
  orders: { entries: Record<string, string>; accounts: Record<string, string> }
}
const catalogues = import.meta.glob<Words>('../../locales/*/admin.json', { eager: true, import: 'default' })

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-contracts'])
})
afterEach(async () => {
  cleanup()
  await setLanguage('en-US')
})

test('[D6] [D9] [L1] every kind of transfer and every account is called something in all eight languages', () => {
  expect(Object.keys(catalogues)).toHaveLength(8)
  for (const [file, { orders }] of Object.entries(catalogues)) {
    expect(Object.keys(orders.entries).sort(), file).toEqual([...TRANSFER_KINDS].sort())
    expect(Object.keys(orders.accounts).sort(), file).toEqual([...USER_ACCOUNTS, ...SYSTEM_ACCOUNTS].sort())
    const words = [...Object.values(orders.entries), ...Object.values(orders.accounts)]
    expect(
      words.filter((word) => word === '' || word.includes('_')),
      file,
    ).toEqual([])
  }
})

test('[D6] a ledger calls orders by their number and contracts by what was bought, and shows no reference beside', () => {
  const entry = { timeMs: 0, amount: '5.00', change: '5.00', available: '5.00', contract: null }
  render(
    <OrderLedger
      ownRef=""
      entries={[
        {
          ...entry,
          id: '1',
          kind: 'void-return',
          ref: 'contract:6',
          contract: { symbol: 'BTCUSDT', direction: 'up' },
        },
        { ...entry, id: '2', kind: 'adjustment', ref: 'adjustment:2' },
        { ...entry, id: '3', kind: 'transfer', ref: 'transfer:3' },
        { ...entry, id: '4', kind: 'payout', ref: 'withdrawal:4' },
        { ...entry, id: '5', kind: 'deposit', ref: 'deposit:5' },
        { ...entry, id: '6', kind: 'payout-return', ref: 'withdrawal-return:4' },
      ]}
    />,
  )
  const told = screen.getAllByRole('row').map((row) => row.children[1]?.textContent?.trim())
  expect(told).toEqual([
    'Void: stake returned BTC/USDT Up',
    'Correction',
    'Transfer',
    'Payout W4',
    'Deposit R5',
    'Payout came back W4',
  ])
})

test('[D6] [B-7] a ledger writes amounts with all their decimals, and leaves out what moved nothing', () => {
  const entry = {
    timeMs: 0,
    amount: '5.00',
    kind: 'adjustment',
    ref: 'adjustment:1',
    contract: null,
  } as const
  render(
    <OrderLedger
      ownRef=""
      entries={[
        { ...entry, id: '1', change: '0.004', available: '1000.004' },
        { ...entry, id: '2', change: '-0.000001', available: '1000.003999' },
        { ...entry, id: '3', change: '0.000000', available: '1000.003999' },
        { ...entry, id: '4', change: '-12.500000', available: '987.503999' },
      ]}
    />,
  )
  const told = screen
    .getAllByRole('row')
    .map((row) => [...row.children].slice(2).map(({ textContent }) => textContent))
  expect(told).toEqual([
    ['+0.004', '1,000.004'],
    ['−0.000001', '1,000.003999'],
    ['−12.50', '987.503999'],
  ])
})

test('[D9] [L1] what was moved for a contract is told in words, from one account to the other', async () => {
  await setLanguage('de-DE')
  await loadAdminTexts(['admin-contracts'])
  render(
    <ContractMoney
      transfers={[
        { id: '1', timeMs: 0, kind: 'stake', debit: 'available', credit: 'in_position', amount: '5.00' },
        { id: '2', timeMs: 0, kind: 'loss', debit: 'in_position', credit: 'house', amount: '5.00' },
      ]}
    />,
  )
  const told = screen.getAllByRole('row').map((row) => row.children[1]?.textContent)
  expect(told).toEqual(['Einsatz Verfügbar→In Position', 'Verlust In Position→Haus'])
})
