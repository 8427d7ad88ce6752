import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setLanguage, startI18n } from '../lib/i18n.ts'
import { DateField } from './DateField.tsx'

beforeAll(() => startI18n())
afterEach(async () => {
  cleanup()
  await setLanguage('en-US')
})

const told: string[] = []

function Form({ min, max }: { min?: string; max?: string }) {
  const [day, setDay] = useState('2026-11-21')
  const change = (next: string) => {
    told.push(next)
    setDay(next)
  }
  return (
    <>
      <DateField label="From" value={day} min={min} max={max} onChange={change} />
      <button type="button" onClick={() => setDay('')}>
        Reset
      </button>
    </>
  )
}

function show(bounds: { min?: string; max?: string } = {}): HTMLInputElement {
  told.length = 0
  render(<Form {...bounds} />)
  return screen.getByLabelText<HTMLInputElement>('From')
}

const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: i18next.t('ui:date.choose', { label: 'From' }) }))
  await screen.findByRole('grid')
}
const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })

test('[U-19] a date is shown as the language of the page writes it, whatever that of the browser', async () => {
  expect(show().value).toBe('11/21/2026')
  await act(() => setLanguage('de-DE'))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('21.11.2026')
})

test('[U-19] a typed date counts once it is whole, and one that cannot be read is named when the field is left', () => {
  const field = show()
  type(field, '1/5/202')
  type(field, '1/5/2026')
  expect(told).toEqual(['', '2026-01-05'])
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['1/5/2026', 'false'])
  fireEvent.blur(field)
  expect(field.value).toBe('01/05/2026')
  type(field, '30.2.')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(field)
  expect(screen.getByRole('alert').textContent).toBe('Write the date as \u2066MM/\u2060DD/\u2060YYYY\u2069.')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['30.2.', 'true'])
  type(field, '2026-02-28')
  fireEvent.click(screen.getByText('Reset'))
  expect(field.value).toBe('')
})

test('[U-19] digits alone are read in the order of the language, as keyboards of digits give them', () => {
  const field = show()
  type(field, '01052026')
  expect(told).toEqual(['2026-01-05'])
  fireEvent.blur(field)
  expect(field.value).toBe('01/05/2026')
})

test('[U-19] where a form keeps its day, another one can be typed all the same', () => {
  function Stubborn() {
    const [kept, setKept] = useState('2026-11-21')
    return <DateField label="From" value={kept} onChange={(next) => next !== '' && setKept(next)} />
  }
  render(<Stubborn />)
  const field = screen.getByLabelText<HTMLInputElement>('From')
  type(field, '11/21/202')
  expect(field.value).toBe('11/21/202')
  type(field, '11/22/2027')
  fireEvent.blur(field)
  expect(field.value).toBe('11/22/2027')
  type(field, '11/')
  fireEvent.blur(field)
  expect(field.value).toBe('11/22/2027')
})

test('[U-19] the calendar begins at the chosen day, follows the keys within its bounds, and gives what is picked', async () => {
  const field = show({ max: '2026-12-02' })
  await open()
  const chosen = day('Saturday, November 21, 2026')
  await waitFor(() => expect(document.activeElement).toBe(chosen))
  expect(chosen.getAttribute('aria-pressed')).toBe('true')
  press('ArrowRight')
  expect(document.activeElement).toBe(day('Sunday, November 22, 2026'))
  press('PageDown')
  expect(document.activeElement).toBe(day('Wednesday, December 2, 2026'))
  expect(day('Thursday, December 3, 2026').disabled).toBe(true)
  // At its end the button keeps the focus and turns no further.
  const next = day(i18next.t('ui:date.next'))
  expect([next.getAttribute('aria-disabled'), next.disabled]).toEqual(['true', false])
  fireEvent.click(next)
  expect(day('Wednesday, December 2, 2026')).not.toBeNull()
  fireEvent.click(day('Tuesday, December 1, 2026'))
  expect([told, field.value]).toEqual([['2026-12-01'], '12/01/2026'])
})
