import type { Act } from './act.ts'
import { ACTS_ON_THE_SITE } from './acts-of-administrators.ts'
import { ACTS_ON_USERS } from './acts-of-reviewers.ts'
import { ACTS_ABOUT_THE_ACCOUNT } from './acts-of-traders.ts'
import { ACTS_OF_TRADING } from './acts-of-trading.ts'
import { ACTS_OF_GUESTS } from './acts-signing-in.ts'

/**
 * Every act of a person: what they can do on the pages that changes something, or brings a file. Each has the test that does
 * it and the tests of its likeliest mistakes; `npm run acts` writes them into `e2e/acts.md`.
 */
export const ACTS: readonly Act[] = [
  ...ACTS_OF_GUESTS,
  ...ACTS_ABOUT_THE_ACCOUNT,
  ...ACTS_OF_TRADING,
  ...ACTS_ON_USERS,
  ...ACTS_ON_THE_SITE,
]
