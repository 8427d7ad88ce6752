import { expect, test } from 'vitest'
import { inviteCodeOf } from '../../lib/invite-code.ts'
import { type RegisterValues, registerResolver } from './register-rules.ts'

const good: RegisterValues = {
  username: 'mira.k',
  email: 'mira@example.com',
  password: 'secret12',
  confirmPassword: 'secret12',
  inviteCode: 'K7PQ42MD',
  agreeTerms: true,
}

async function faults(changes: Partial<RegisterValues>, inviteCodeRequired = true) {
  const resolver = registerResolver(inviteCodeRequired)
  const { errors } = await resolver({ ...good, ...changes }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.type]))
}

test('[A8] a complete form has no fault', async () => {
  expect(await faults({})).toEqual({})
})

test('[A8] each rule at its field', async () => {
  expect(await faults({ username: 'ab' })).toEqual({ username: 'minLength' })
  expect(await faults({ username: 'Wallet_eth' })).toEqual({ username: 'reserved' })
  expect(await faults({ email: 'mira@' })).toEqual({ email: 'format' })
  expect(await faults({ password: '12345', confirmPassword: '12345' })).toEqual({ password: 'minLength' })
  expect(await faults({ confirmPassword: 'secret13' })).toEqual({ confirmPassword: 'match' })
  expect(await faults({ inviteCode: 'SHORT' })).toEqual({ inviteCode: 'length' })
  expect(await faults({ agreeTerms: false })).toEqual({ agreeTerms: 'required' })
})

test('[A9] the invite code may be left out only where the operator made it optional', async () => {
  expect(await faults({ inviteCode: '' })).toEqual({ inviteCode: 'required' })
  expect(await faults({ inviteCode: '' }, false)).toEqual({})
  expect(await faults({ inviteCode: 'SHORT' }, false)).toEqual({ inviteCode: 'length' })
})

test('[A9] spaces around or inside an invite code cost none of its characters', () => {
  const pasted = ['K7PQ42MD', ' K7PQ42MD', 'K7PQ42MD\n', 'K7PQ 42MD', '\u00a0K7PQ42MD  ', 'K7PQ42MDX']
  expect(pasted.map(inviteCodeOf)).toEqual(Array(6).fill('K7PQ42MD'))
})

test('[A9 L1] digits of every keyboard, dashes and marks of direction cost none of its characters either', () => {
  const typed = [
    'K\u0667PQ\u0664\u0662MD',
    'K\u096dPQ\u096a\u0968MD',
    '\u2067K7PQ42MD\u2069',
    'K7PQ\u201342MD\u200f',
  ]
  expect(typed.map(inviteCodeOf)).toEqual(Array(4).fill('K7PQ42MD'))
})
