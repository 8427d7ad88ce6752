import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { BillFilterBar } from './BillFilterBar.tsx'
import type { BillFilters } from './bill-filters.ts'

beforeAll(async () => {
  await startI18n()
  await loadFundsTexts()
})
afterEach(cleanup)

function Bar() {
  const [filters, setFilters] = useState<BillFilters>({ type: 'deposit', status: '', from: '', to: '' })
  return (
    <BillFilterBar
      filters={filters}
      setFilters={(chosen) => setFilters({ ...filters, ...chosen })}
      book="real"
      setBook={() => {}}
      exporting={false}
      onExport={() => {}}
    />
  )
}

test('[F7] [U-19] a reset empties a date that could not be read, with what is said of it', () => {
  render(<Bar />)
  const from = () => screen.getByLabelText<HTMLInputElement>(i18next.t('funds:from'))
  fireEvent.change(from(), { target: { value: '31/31/2026' } })
  fireEvent.blur(from())
  expect([from().value, from().getAttribute('aria-invalid')]).toEqual(['31/31/2026', 'true'])
  fireEvent.click(screen.getByRole('button', { name: i18next.t('funds:reset') }))
  expect([from().value, from().getAttribute('aria-invalid')]).toEqual(['', 'false'])
})
