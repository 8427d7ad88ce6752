import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { KeyFigures } from './KeyFigures.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

const DAY = {
  ...{ usersOnline: 12, orders: { today: 7, yesterdayByNow: 0 }, open: { contracts: 2, stake: '30.00' } },
  ...{ worstCase: '0', limit: '50000', fullest: null },
}

function show(house: object): void {
  const props: object = { of: { ...DAY, house } }
  render(<KeyFigures {...(props as ComponentProps<typeof KeyFigures>)} />)
}

test('[D15] the dashboard names the volume of the day, and what share of it the house has kept', () => {
  show({ contracts: 40, stake: '302598', result: '12406.5', shareBps: 410 })
  expect(screen.getByText('4.1% of 302,598.00 volume')).toBeTruthy()
  expect(screen.getByText('+12,406.50')).toBeTruthy()
})

test('[D15] a day without settled contracts has no volume', () => {
  show({ contracts: 0, stake: '0', result: '0', shareBps: null })
  expect(screen.getByText('Nothing settled yet')).toBeTruthy()
})
