import { FOREX_CALENDAR } from '@truestrike/core/calendar.ts'
import { expect, test } from 'vitest'
import { PriceHours } from './price-hours.ts'
import type { ProductRecord } from './product.store.ts'

/** A Saturday. */
const SATURDAY_MS = Date.UTC(2026, 0, 10, 12)

test('[D11] [T16] other hours take no price from a contract: those of before count until it has ended', () => {
  const product: Pick<ProductRecord, 'calendar' | 'pastHours'> = { calendar: null, pastHours: [] }
  const hours = new PriceHours(product)
  expect(hours.isOpen(SATURDAY_MS)).toBe(true)
  product.calendar = FOREX_CALENDAR
  expect(hours.isOpen(SATURDAY_MS)).toBe(false)
  product.pastHours = [{ calendar: null, untilMs: SATURDAY_MS + 1_000 }]
  expect(hours.isOpen(SATURDAY_MS)).toBe(true)
  expect(hours.isOpen(SATURDAY_MS + 1_000)).toBe(true)
  expect(hours.isOpen(SATURDAY_MS + 1_001)).toBe(false)
})
