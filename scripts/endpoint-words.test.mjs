import { expect, test } from 'vitest'
import { endpointWords } from './endpoint-words.mjs'

test('[E3] what a call is for is the comment right above it', () => {
  const source = `
/** Not of a call. */
const params = Type.Object({})

/** One line. */
export const one = endpoint({
  method: 'GET',
  path: '/api/one',
})

export const two = endpoint({ method: 'POST', path: '/api/two' })

/**
 * Two lines,
 * one text.
 */
export const three = endpoint({
  method: 'DELETE',
  path: '/api/three/:id',
})`
  expect(endpointWords([source])).toEqual({
    'GET /api/one': 'One line.',
    'DELETE /api/three/:id': 'Two lines, one text.',
  })
})

test('[E3] calls of the product have words', () => {
  const words = endpointWords()
  expect(words['GET /api/account/notices']).toContain('Newest first')
  expect(words['POST /api/trade/contracts']).toContain('clientOrderId')
  expect(Object.keys(words).length).toBeGreaterThan(30)
})
