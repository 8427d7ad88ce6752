import { CommitUnknownError } from './db-error.ts'

/**
 * What follows the commit of a change that a caller knows by an id of their own: where it fails the change stands all the
 * same, so that it may not be told as refused. Throws `CommitUnknownError`; the same id brings the answer.
 */
export async function afterCommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new CommitUnknownError(error, 'the change was committed, and its answer could not be made')
  }
}
