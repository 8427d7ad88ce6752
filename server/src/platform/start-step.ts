import { CommitUnknownError, DbUnavailableError, sqlState } from './db-error.ts'

/** Times that a step is tried in all: starts of other processes, or lost connections, may come in between. */
const TRIES_MAX = 8
/** SQLSTATEs with which the database ends a connection, a transaction that rests for too long, or one of two that wait for each other. */
const ENDED = /^(08|57P|25P03|40001|40P01)/

/**
 * Carries out a step of a start, and again when it is cut off from the database within it, which leaves open whether its
 * commit took place. The step finds what it has done before: nothing may happen twice.
 */
export async function carryOutStep<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step()
    } catch (error) {
      if (tries >= TRIES_MAX || !isCutOff(error)) throw error
    }
  }
}

function isCutOff(error: unknown): boolean {
  if (error instanceof CommitUnknownError || error instanceof DbUnavailableError) return true
  return ENDED.test(sqlState(error) ?? '')
}
