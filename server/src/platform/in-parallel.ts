/** Fewer than a pool has connections: one after the other, a busy machine has each question wait for its turn. */
const AT_ONCE = 8

/**
 * Runs `work` for all items, `width` at a time. After a failure nothing new begins, and what is under way ends before it is
 * thrown: whoever tries again is alone.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  width = AT_ONCE,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const failures: unknown[] = []
  const run = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && failures.length === 0; next = waiting.next())
      await work(next.value).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: width }, run))
  if (failures.length > 0) throw failures[0]
}
