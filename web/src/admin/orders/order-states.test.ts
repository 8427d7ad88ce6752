import { expect, test } from 'vitest'
import { ORDER_STATES, stateWord } from './use-orders.ts'

test('[D10] a recharge order its user took back is called cancelled; a withdrawal that could not be paid has failed', () => {
  const wordsOf = (page: string) => ORDER_STATES.map((state) => stateWord(page, state)).join(' ')
  expect(wordsOf('recharge-orders')).toBe('pending processing completed rejected cancelled')
  expect(wordsOf('withdraw-orders')).toBe('pending processing completed rejected failed')
})
