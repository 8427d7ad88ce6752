import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { TimeField } from './TimeField.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts([])
})
afterEach(cleanup)

let nowMs: number | null = null
let setNow: (valueMs: number | null) => void = () => {}

function Form({ hasSeconds, isEnd }: { hasSeconds: boolean; isEnd: boolean }) {
  const [valueMs, setValueMs] = useState<number | null>(null)
  nowMs = valueMs
  setNow = setValueMs
  return <TimeField label="From" {...{ hasSeconds, isEnd, valueMs }} onChange={setValueMs} />
}

function show(hasSeconds: boolean, isEnd = false) {
  render(<Form {...{ hasSeconds, isEnd }} />)
  const day = screen.getByLabelText<HTMLInputElement>('From')
  const clock = screen.getByLabelText<HTMLInputElement>(i18next.t('admin:clock', { label: 'From' }))
  const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
  return { day, clock, type }
}

test('[U-19] a time of the back office is a day of the page’s language and a clock of 24 hours', () => {
  const { day, clock, type } = show(false)
  expect(clock.disabled).toBe(true)
  type(day, '11/21/2026')
  expect([nowMs, clock.value]).toEqual([new Date(2026, 10, 21).getTime(), '00:00'])
  type(clock, '1745')
  fireEvent.blur(clock)
  expect([nowMs, clock.value]).toEqual([new Date(2026, 10, 21, 17, 45).getTime(), '17:45'])
  type(clock, '25:00')
  // The form has no time while the one that is shown cannot be read; the day stays.
  expect([nowMs, day.value, clock.getAttribute('aria-invalid')]).toEqual([null, '11/21/2026', 'true'])
  // What is being typed is no fault yet.
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(clock)
  expect([clock.value, screen.getByRole('alert').textContent]).toEqual([
    '25:00',
    i18next.t('admin:clockUnreadable', { example: '14:30' }),
  ])
  type(day, '11/22/2026')
  expect([nowMs, clock.value]).toEqual([null, '25:00'])
  type(clock, '')
  fireEvent.blur(clock)
  expect([nowMs, clock.value, clock.getAttribute('aria-invalid')]).toEqual([
    new Date(2026, 10, 22, 17, 45).getTime(),
    '17:45',
    'false',
  ])
  expect(screen.queryByRole('alert')).toBeNull()
  type(clock, '25:00')
  fireEvent.blur(clock)
  type(day, '')
  expect([nowMs, clock.value]).toEqual([null, ''])
})

test('[U-19] a time from elsewhere takes the place of one that could not be read', () => {
  const { day, clock, type } = show(false)
  type(day, '11/21/2026')
  type(clock, '99')
  fireEvent.blur(clock)
  expect([nowMs, clock.value]).toEqual([null, '99'])
  act(() => setNow(new Date(2026, 10, 23, 8, 30).getTime()))
  expect([day.value, clock.value]).toEqual(['11/23/2026', '08:30'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[U-19] another day keeps the time, and the end of a span is all of its last day', () => {
  const { day, clock, type } = show(true)
  type(day, '11/21/2026')
  type(clock, '17:45:10')
  fireEvent.blur(clock)
  type(day, '11/2')
  expect(nowMs).toBeNull()
  type(day, '11/22/2026')
  expect([nowMs, clock.value]).toEqual([new Date(2026, 10, 22, 17, 45, 10).getTime(), '17:45:10'])
  cleanup()
  const end = show(false, true)
  end.type(end.day, '11/21/2026')
  expect(nowMs).toBe(new Date(2026, 10, 21, 23, 59).getTime())
})

test('[U-19] where seconds count they are read and kept', () => {
  const { day, clock, type } = show(true)
  type(day, '2026-11-21')
  type(clock, '7:05:09')
  fireEvent.blur(clock)
  expect([nowMs, clock.value]).toEqual([new Date(2026, 10, 21, 7, 5, 9).getTime(), '07:05:09'])
})
