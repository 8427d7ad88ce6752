import { randomUUID } from 'node:crypto'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Cancel, Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Router } from '../platform/route.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import type { Signer } from '../proof/signer.ts'
import { registerLiabilitiesRoutes } from './liabilities.routes.ts'
import { createLiabilitiesService } from './liabilities.service.ts'
import { createTreeMaker } from './make-trees.ts'

/** Real time between two looks at whether the day has its trees. */
const LOOK_EVERY_MS = 20_000
/** After a start: trading comes first. Real time. */
const FIRST_LOOK_MS = 3_000

export interface LiabilitiesOptions {
  db: Db
  clock: Clock
  random: RandomBytes
  signer: Signer
  ledger: Pick<LedgerService, 'sumBook' | 'pageBalances'>
  uidsOf(sql: Sql, userIds: readonly bigint[]): Promise<Map<bigint, string>>
  /** Null in a thread that answers no calls. */
  router: Router | null
  /** Whether this process makes trees. */
  engine: boolean
  onError(error: unknown): void
}

export interface LiabilitiesModule {
  start(): void
  /** Resolves when nothing is being made any more. */
  stop(): Promise<void>
}

/** What is owed to users: a signed tree a day and book, and everyone's own place in it. */
export function createLiabilities(options: LiabilitiesOptions): LiabilitiesModule {
  const { clock, onError } = options
  if (options.router !== null) registerLiabilitiesRoutes(options.router, createLiabilitiesService(options))
  const make = createTreeMaker({ ...options, owner: randomUUID() })
  let cancels: Cancel[] = []
  let making: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    making = making.then(make).catch(onError)
    return making
  }
  return {
    start() {
      if (!options.engine) return
      cancels = [clock.after(FIRST_LOOK_MS, look), clock.every(LOOK_EVERY_MS, look)]
    },
    async stop() {
      for (const cancel of cancels) cancel()
      await making
    },
  }
}
