import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { sha256 } from '../platform/secret-token.ts'
import { stepOfCode } from './one-time-codes.ts'
import { bareCode } from './typed-code.ts'

/** Wrong codes in a row after which the app's count no more, only a recovery code: a long patience guesses six digits. */
const FAILURES_IN_ROW_MAX = 100

/** Where second factors are kept, users' or administrators'. Of two callers at once with one code one wins. */
interface FactorKeeper {
  /** How many in a row there are with this one, `most` and one at the most; null: the factor was turned off meanwhile. */
  countFailure(ownerId: bigint, most: number): Promise<number | null>
  /** False when this step, or a later one, was taken before. */
  takeStep(ownerId: bigint, sealed: string, step: number): Promise<boolean>
  /** False when it is none, or was used. */
  takeRecoveryCode(ownerId: bigint, codeSha256: Uint8Array, atMs: number): Promise<boolean>
}

interface Parts {
  clock: Clock
  /** Real time in ms: authenticator apps know no other. */
  wallMs(): number
  secrets: SecretBox
  keeper: FactorKeeper
  /** What a secret is sealed for. */
  contextOf(ownerId: bigint): string
  /** Once, when the last wrong code in a row that counts was given. */
  onBlocked?(ownerId: bigint): Promise<void>
}

/**
 * Takes a code of the app with the sealed secret, or a recovery code: a right one counts once. Errors: TWO_FACTOR_BLOCKED for
 * one of the app after a hundred wrong ones in a row.
 */
export function createCodeTaker({ clock, wallMs, secrets, keeper, contextOf, onBlocked }: Parts) {
  async function takeOfApp(ownerId: bigint, sealed: string, code: string): Promise<boolean> {
    const failures = await keeper.countFailure(ownerId, FAILURES_IN_ROW_MAX)
    if (failures === null) return false
    if (failures > FAILURES_IN_ROW_MAX) throw new AppError('TWO_FACTOR_BLOCKED')
    const step = stepOfCode(secrets.open(sealed, contextOf(ownerId)), code, wallMs())
    if (step !== null && (await keeper.takeStep(ownerId, sealed, step))) return true
    if (failures === FAILURES_IN_ROW_MAX) await onBlocked?.(ownerId)
    return false
  }

  return (ownerId: bigint, sealed: string, text: string): Promise<boolean> => {
    const code = bareCode(text)
    return /^[0-9]{6}$/.test(code)
      ? takeOfApp(ownerId, sealed, code)
      : keeper.takeRecoveryCode(ownerId, sha256(code), clock.nowMs())
  }
}
