import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { DataTable } from './DataTable.tsx'
import { RowDrawer } from './RowDrawer.tsx'

const ROWS = ['W1', 'W2', 'W3'].map((id) => ({ id }))
let setOpen: (id: string | null) => void

/** A list with what lies open beside it, as pages have it. */
function List({ firstId }: { firstId: string | null }) {
  const [openId, open] = useState(firstId)
  setOpen = open
  return (
    <>
      <input aria-label="filter" />
      <DataTable
        label="orders"
        columns={[{ key: 'id', label: 'Order', cell: ({ id }) => id }]}
        rows={ROWS}
        currentId={openId}
        onOpen={({ id }) => open(id)}
      />
      {openId === null ? null : (
        <RowDrawer
          key={openId}
          label={openId}
          title={openId}
          onClose={() => open(null)}
          onNext={() => open('W3')}
        >
          {openId}
        </RowDrawer>
      )}
    </>
  )
}

beforeEach(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

const row = (id: string) => screen.getByRole('row', { name: id })
const heading = () => screen.getByRole('heading')

test('[X1] [D3] who closes a row goes on from it: by Esc, by its button, and after a step to another one', () => {
  render(<List firstId={null} />)
  row('W2').focus()
  fireEvent.keyDown(row('W2'), { key: 'Enter' })
  expect(document.activeElement).toBe(heading())
  fireEvent.keyDown(heading(), { key: 'Escape' })
  expect(screen.queryByRole('heading')).toBeNull()
  expect(document.activeElement).toBe(row('W2'))
  fireEvent.keyDown(row('W2'), { key: 'Enter' })
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  screen.getByRole('button', { name: 'Close' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(row('W3'))
})

test('[X1] [D3] with a row open that the list does not show, the table is reached by its first row, before and after', () => {
  render(<List firstId="W9" />)
  expect(screen.getAllByRole('row').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1])
  fireEvent.keyDown(heading(), { key: 'Escape' })
  expect(document.activeElement).toBe(row('W1'))
})

test('[X1] [D3] focus is not taken from the shell around the page, where the row was closed', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValueOnce(false)
  render(<List firstId="W2" />)
  act(() => setOpen(null))
  expect(document.activeElement).toBe(document.body)
})

test('[X1] [D3] focus is not taken from where somebody went: a filter that closes the row keeps it', () => {
  render(<List firstId="W2" />)
  const filter = screen.getByRole('textbox')
  filter.focus()
  act(() => setOpen(null))
  expect(screen.queryByRole('heading')).toBeNull()
  expect(document.activeElement).toBe(filter)
})
