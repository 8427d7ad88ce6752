import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../platform/app-error.ts'

/**
 * Only so much is judged: the work grows steeply with the length, and a password whose beginning is hard to guess is hard to guess.
 * The longest one takes as long as one of this length.
 */
const JUDGED_LENGTH = 24
/** Spellings such as `p@ssw0rd` that are tried: each one costs a search of its own. */
const SPELLINGS_MAX = 1
/** Words that are the first to be tried here. */
const OWN_WORDS = ['truestrike', 'crypto', 'trade', 'trading', 'bitcoin', 'administrator', 'admin']

/** Guesses, as a power of ten, that a password has to withstand. */
const GUESSES_LOG10 = {
  /** Only what is tried first is refused: after ten wrong passwords signing in is locked for a while. */
  user: 3,
  /** Beyond what a stolen hash gives away in weeks. */
  administrator: 8,
} as const

let isReady = false

/** The list of words takes a tenth of a second: a server reads it as it starts, before calls come; else the first password that is judged does. */
export function readPasswordWords(): void {
  if (isReady) return
  zxcvbnOptions.setOptions({
    dictionary: { ...dictionary, own: OWN_WORDS },
    graphs: adjacencyGraphs,
    maxLength: JUDGED_LENGTH,
    l33tMaxSubstitutions: SPELLINGS_MAX,
  })
  isReady = true
}

/** Whether somebody who knows `known`, such as the user's name, finds the password in too few guesses. */
function isWeak(password: string, whose: keyof typeof GUESSES_LOG10, known: readonly string[]): boolean {
  readPasswordWords()
  const beginning = password.slice(0, JUDGED_LENGTH)
  const words = known.filter((word) => word.length > 2).map((word) => word.slice(0, JUDGED_LENGTH))
  return zxcvbn(beginning, words).guessesLog10 < GUESSES_LOG10[whose]
}

/** Errors: PASSWORD_WEAK naming `field`. */
export function refuseWeakPassword(
  password: string,
  {
    whose,
    known = [],
    field,
  }: { whose: keyof typeof GUESSES_LOG10; known?: readonly string[]; field: string },
): void {
  if (isWeak(password, whose, known)) throw new AppError('PASSWORD_WEAK', { field })
}
