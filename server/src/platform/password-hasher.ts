import { hash, verify } from '@node-rs/argon2'
import { AppError } from './app-error.ts'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** With `stored` null the same work is done on a hash nobody has, and the answer is false. */
  verify(stored: string | null, password: string): Promise<boolean>
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

export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const cost = options.cost ?? DEFAULT_PASSWORD_COST
  const argon = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const gate = createGate(options.concurrentMax ?? 2, options.waitingMax ?? 64)
  let nobodysHash: Promise<string> | null = null

  async function hashOfNobody(): Promise<string> {
    nobodysHash ??= hash('nobody has this password', argon)
    return await nobodysHash
  }

  return {
    hash: (password) => gate(() => hash(password, argon)),
    async verify(stored, password) {
      // Made ready for known users too: the first unknown one must not take longer than they do.
      const nobodys = await hashOfNobody()
      const matches = await gate(() => verify(stored ?? nobodys, password))
      return matches && stored !== null
    },
  }
}

function createGate(concurrentMax: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrentMax) {
      if (waiting.length >= waitingMax) {
        throw new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS)
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
