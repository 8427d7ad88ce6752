import { expect, test } from 'vitest'
import { DEPOSIT_STEPS, WITHDRAWAL_STEPS } from '../../core/src/funds/funds-states.ts'
import { catalogue } from './catalogues.mjs'
import { projectFiles, read } from './sources.mjs'

const PREFIX = 'admin-access:audit.actions.'

/** Other dotted names of the server that begin with the noun of an action. */
const OTHERS = ['picture.webp']

/** Actions that are put together while the server runs. */
const BUILT = [
  ...Object.keys(DEPOSIT_STEPS).map((step) => `deposit.${step}`),
  ...Object.keys(WITHDRAWAL_STEPS).map((step) => `withdrawal.${step}`),
  ...['note', 'freeze', 'unfreeze', 'sign-out', 'adjust-balance'].map((act) => `user.${act}`),
  ...['two-factor-on', 'two-factor-off', 'recovery-codes'].map((news) => `user.${news}`),
  ...['verified', 'refused'].map((state) => `identity.${state}`),
  ...['save', 'default', 'rename', 'remove'].map((act) => `withdrawal-address.${act}`),
  ...['link', 'unlink'].map((step) => `wallet.${step}`),
]

test('[D14] [B-5] every action that the server writes to the audit log has a name', () => {
  const named = new Set(
    [...catalogue('en-US').keys()]
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length)),
  )
  const nouns = [...new Set([...named].map((action) => action.split('.')[0]))].join('|')
  const written = new Set(BUILT)
  for (const path of projectFiles()) {
    if (!/^server\/src\/.*\.ts$/.test(path) || path.endsWith('.test.ts')) continue
    const text = read(path)
    for (const [, action] of text.matchAll(new RegExp(`'((?:${nouns})\\.[a-z-]+)'`, 'g'))) written.add(action)
    for (const [, action] of text.matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)) written.add(action)
  }
  expect([...written].filter((action) => !named.has(action) && !OTHERS.includes(action))).toEqual([])
})
