import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { MissingDrawer } from './MissingDrawer.tsx'
import { useOpenRow } from './use-open-row.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

interface Row {
  id: string
  state: string
}

const NOBODYS = 'Nothing here has the number'
let setRows: (rows: readonly Row[] | undefined) => void

/** A list with a drawer beside it, as pages of orders have it; answers what was loaded by its id. */
function show(openId: string, first: readonly Row[] | undefined, answer: (id: string) => Promise<Row>) {
  const load = vi.fn(answer)
  const onShow = vi.fn()
  function Page() {
    const [rows, set] = useState(first)
    setRows = set
    const open = useOpenRow(
      { name: 'list', rows, isError: false, isQueue: true },
      { openId, show: onShow },
      load,
    )
    if (open === null) return <p>closed</p>
    if (open.order === undefined) return <MissingDrawer {...open} />
    const { onPrevious, onNext, onClose, onDecided } = open.steps
    return (
      <>
        <button type="button" onClick={onNext ?? onClose}>{`${open.order.id} ${open.order.state}`}</button>
        <button type="button" disabled={!onPrevious} onClick={onPrevious}>
          previous
        </button>
        <button type="button" disabled={!onDecided} onClick={onDecided}>
          decide
        </button>
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  return { load, onShow }
}

const refusal = (code: 'REVIEW_NOT_FOUND' | 'PERMISSION_DENIED', status: number) =>
  Promise.reject(new ApiError(code, `told ${code}`, { status }))

test('[D3] [D9] what the list does not show is loaded by its id, once the list is there', async () => {
  const { load, onShow } = show('7', undefined, async (id) => ({ id, state: 'completed' }))
  expect(screen.getByText('closed')).toBeTruthy()
  expect(load).not.toHaveBeenCalled()
  act(() => setRows([{ id: '8', state: 'pending' }]))
  expect(await screen.findByText('7 completed')).toBeTruthy()
  expect(load.mock.calls).toEqual([['7']])
  fireEvent.click(screen.getByText('7 completed'))
  expect(onShow).toHaveBeenCalledWith(null)
})

test('[D9] a row of the list is not asked for again; when an act takes it away it stays in sight and is', async () => {
  const rows = [
    { id: '7', state: 'pending' },
    { id: '8', state: 'pending' },
  ]
  const { load, onShow } = show('7', rows, async (id) => ({ id, state: 'processing' }))
  fireEvent.click(screen.getByText('7 pending'))
  expect(onShow).toHaveBeenCalledWith('8')
  expect(load).not.toHaveBeenCalled()
  act(() => setRows(rows.slice(1)))
  expect(screen.getByText('7 pending')).toBeTruthy()
  expect(await screen.findByText('7 processing')).toBeTruthy()
})

test('[D18] an order that an act took out of the list keeps its neighbors, and the next that waits opens after a decision', async () => {
  const rows = ['5', '6', '7', '8', '9'].map((id) => ({ id, state: 'pending' }))
  const { onShow } = show('7', rows, async (id) => ({ id, state: 'processing' }))
  // Taken on: it leaves the list of what waits. Another administrator took two more.
  act(() => setRows(rows.filter(({ id }) => id === '5' || id === '9')))
  fireEvent.click(await screen.findByText('7 processing'))
  expect(onShow.mock.lastCall).toEqual(['9'])
  fireEvent.click(screen.getByText('previous'))
  expect(onShow.mock.lastCall).toEqual(['5'])
  fireEvent.click(screen.getByText('decide'))
  expect(onShow.mock.lastCall).toEqual(['9'])
  // Nothing follows: the oldest that waits.
  act(() => setRows(rows.slice(0, 1)))
  fireEvent.click(screen.getByText('decide'))
  expect(onShow.mock.lastCall).toEqual(['5'])
  act(() => setRows([]))
  expect(screen.getByText<HTMLButtonElement>('decide').disabled).toBe(true)
})

test('[D9] an id that is nobody’s says so, as does one that can be none; a failure is told and tried again', async () => {
  show('7', [], () => refusal('REVIEW_NOT_FOUND', 404))
  expect((await screen.findByRole('alert')).textContent).toContain(NOBODYS)
  cleanup()
  const { load } = show('7"; drop', [], () => refusal('REVIEW_NOT_FOUND', 404))
  expect(screen.getByRole('alert').textContent).toContain(NOBODYS)
  expect(load).not.toHaveBeenCalled()
  cleanup()
  const denied = show('7', [], () => refusal('PERMISSION_DENIED', 403))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('told PERMISSION_DENIED')
  expect(alert.textContent).not.toContain(NOBODYS)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(denied.load).toHaveBeenCalledTimes(2)
})
