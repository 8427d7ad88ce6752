import { PASSWORD, USERNAME } from '@truestrike/protocol/text-rules.ts'
import { expect, test } from 'vitest'
import { formFaults } from './form-check.ts'

const rules = {
  texts: { username: USERNAME, password: PASSWORD },
  required: ['username', 'password'] as const,
}

test('[A2] username 3 to 20, password at least 6, both required', () => {
  const faults = (username: string, password: string) => formFaults({ username, password }, rules)
  expect(faults('', '')).toEqual({ username: 'required', password: 'required' })
  expect(faults('ab', '12345')).toEqual({ username: 'minLength', password: 'minLength' })
  expect(faults('a'.repeat(21), '123456')).toEqual({ username: 'maxLength' })
  expect(faults('abc', '123456')).toEqual({})
})

test('[A2] signs are counted as readers do, not as UTF-16 units', () => {
  expect(formFaults({ username: '😀'.repeat(20), password: '123456' }, rules)).toEqual({})
})
