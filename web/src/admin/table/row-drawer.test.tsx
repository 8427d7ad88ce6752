import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { RowDrawer } from './RowDrawer.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

test.each(['note', 'reason', 'kind'])(
  '[D9] Esc in the field “%s” of what lies open leaves the field; what was typed is dropped by a second one',
  (name) => {
    const onClose = vi.fn()
    render(
      <RowDrawer label="P5" title="P5" onClose={onClose}>
        <input aria-label="note" />
        <textarea aria-label="reason" />
        <select aria-label="kind" />
      </RowDrawer>,
    )
    const field = screen.getByLabelText<HTMLInputElement>(name)
    field.focus()
    // It takes the words an input method offers away.
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(onClose).not.toHaveBeenCalled()
    const heading = screen.getByRole('heading', { name: 'P5' })
    expect(document.activeElement).toBe(heading)
    fireEvent.keyDown(heading, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledTimes(1)
  },
)

test('[D9] Esc on a button closes what lies open, in a dialog over the page the dialog alone', () => {
  const onClose = vi.fn()
  render(
    <RowDrawer label="P5" title="P5" onClose={onClose}>
      <button type="button">Confirm</button>
      {createPortal(<button type="button">Sure</button>, document.body)}
    </RowDrawer>,
  )
  fireEvent.keyDown(screen.getByText('Sure'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByText('Confirm'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('[D9] a dialog that has just opened, and has not the focus yet, keeps Esc from the drawer', () => {
  const onClose = vi.fn()
  const show = (hasDialog: boolean) => (
    <RowDrawer label="P5" title="P5" onClose={onClose}>
      <button type="button">Confirm</button>
      {hasDialog ? createPortal(<div role="alertdialog" />, document.body) : null}
    </RowDrawer>
  )
  const { rerender } = render(show(true))
  fireEvent.keyDown(screen.getByText('Confirm'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  rerender(show(false))
  fireEvent.keyDown(screen.getByText('Confirm'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('[D18] Alt and an arrow lead to the row above or below, from a field too; at an end nothing happens', () => {
  const [onPrevious, onNext] = [vi.fn(), vi.fn()]
  const show = (ways: object) => (
    <RowDrawer label="P5" title="P5" onClose={vi.fn()} {...ways}>
      <input aria-label="note" />
      <select aria-label="kind" />
    </RowDrawer>
  )
  const { rerender } = render(show({ onPrevious, onNext }))
  const heading = screen.getByRole('heading', { name: 'P5' })
  fireEvent.keyDown(heading, { key: 'ArrowDown' })
  // It opens the choices there.
  fireEvent.keyDown(screen.getByLabelText('kind'), { key: 'ArrowDown', altKey: true })
  expect(onNext).not.toHaveBeenCalled()
  fireEvent.keyDown(heading, { key: 'ArrowDown', altKey: true })
  fireEvent.keyDown(screen.getByLabelText('note'), { key: 'ArrowUp', altKey: true })
  expect([onPrevious, onNext].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  rerender(show({ onNext }))
  fireEvent.keyDown(heading, { key: 'ArrowUp', altKey: true })
  expect(onPrevious).toHaveBeenCalledTimes(1)
})
