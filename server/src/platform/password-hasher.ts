import { hash, verify } from '@node-rs/argon2'
import { AppError } from './app-error.ts'
import { createSharedTurns, turnOwner } from './shared-turns.ts'

/** Whoever calls (`ip`, null: the operator) waits for a turn, by address. Errors: SERVICE_UNAVAILABLE. */
export interface PasswordHasher {
  hash(password: string, ip: string | null): Promise<string>
  /** With `stored` null the same work is done on a hash nobody has, and the answer is false. */
  verify(stored: string | null, password: string, ip: string | null): Promise<boolean>
}

interface PasswordCost {
  memoryKib: number
  passes: number
}

/** Argon2id as OWASP recommends it: about 30 ms on one core. */
const DEFAULT_PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }

interface HasherOptions {
  cost?: PasswordCost
  /** Hashes computed at once: the thread pool (4 threads) also serves files and name lookups. */
  concurrentMax?: number
  /** Hashes waiting; beyond it callers are told to come back. 64 × 30 ms: nobody waits more than a second or so. */
  waitingMax?: number
}

const BUSY_RETRY_SECONDS = 2

/** Few passwords at a time; when all places are taken an address with fewer gets one of that with most (`shared-turns.ts`). */
export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const cost = options.cost ?? DEFAULT_PASSWORD_COST
  const argon = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const atOnce = options.concurrentMax ?? 2
  const turns = createSharedTurns({
    ...{ atOnce, max: atOnce + (options.waitingMax ?? 64) },
    refuse: () => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS),
  })
  const inTurn = <T>(ip: string | null, work: () => Promise<T>): Promise<T> =>
    turns.run(turnOwner(ip ?? '', ip ?? ''), work)
  let nobodysHash: Promise<string> | null = null

  async function hashOfNobody(): Promise<string> {
    nobodysHash ??= hash('nobody has this password', argon)
    return await nobodysHash
  }

  return {
    hash: (password, ip) => inTurn(ip, () => hash(password, argon)),
    async verify(stored, password, ip) {
      // Made ready for known users too: the first unknown one must not take longer than they do.
      const nobodys = await hashOfNobody()
      const matches = await inTurn(ip, () => verify(stored ?? nobodys, password))
      return matches && stored !== null
    },
  }
}
