import { expect, test } from 'vitest'
import { passwordProgress, resetResolver } from './reset-rules.ts'

async function faults(password: string, confirmPassword = password) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await resetResolver({ password, confirmPassword }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.type]))
}

test('[A10] at least eight characters, letters and digits, twice the same', async () => {
  expect(await faults('abcdefg1')).toEqual({})
  expect(await faults('пароль42')).toEqual({})
  expect(await faults('abcde12')).toEqual({ password: 'minLength' })
  expect(await faults('12345678')).toEqual({ password: 'lettersAndDigits' })
  expect(await faults('abcdefgh')).toEqual({ password: 'lettersAndDigits' })
  expect(await faults('abcdefg1', 'abcdefg2')).toEqual({ confirmPassword: 'match' })
  expect(await faults('', '')).toEqual({ password: 'required', confirmPassword: 'required' })
})

test('[A10] the list under the field says what is still missing', () => {
  expect(passwordProgress('abc1😀')).toEqual({ letters: true, length: false, signs: 5 })
  expect(passwordProgress('abcdefgh')).toEqual({ letters: false, length: true, signs: 8 })
})
