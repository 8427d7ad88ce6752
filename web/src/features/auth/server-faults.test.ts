import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { serverFaults } from './server-faults.ts'

const fields = ['username', 'email', 'inviteCode']

test('[A8] refusals of registration are shown at their field, in the words of the server', () => {
  const at = (code: 'USERNAME_EXISTS' | 'USERNAME_MIXED' | 'EMAIL_EXISTS' | 'INVALID_INVITE_CODE') =>
    serverFaults(new ApiError(code, 'words'), fields)
  expect(at('USERNAME_EXISTS')).toEqual([{ field: 'username', message: 'words', rule: null }])
  expect(at('USERNAME_MIXED')).toEqual([{ field: 'username', message: 'words', rule: null }])
  expect(at('EMAIL_EXISTS')).toEqual([{ field: 'email', message: 'words', rule: null }])
  expect(at('INVALID_INVITE_CODE')).toEqual([{ field: 'inviteCode', message: 'words', rule: null }])
})

test('[A8] [E2] fields the server names keep their rule; anything else belongs to the whole form', () => {
  const details = {
    fields: [
      { field: 'username', rule: 'pattern' },
      { field: 'unknown', rule: 'type' },
    ],
  }
  expect(serverFaults(new ApiError('INVALID_PARAMETERS', 'words', { details }), fields)).toEqual([
    { field: 'username', message: null, rule: 'pattern' },
  ])
  expect(serverFaults(new ApiError('TOO_MANY_REQUESTS', 'wait'), fields)).toEqual([
    { field: null, message: 'wait', rule: null },
  ])
})
