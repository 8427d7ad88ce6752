import { createMicroBatcher, type MicroBatcherOptions } from './micro-batcher.ts'

interface SharedLookupsOptions<Out> extends Pick<MicroBatcherOptions<string, Out>, 'waitingMax' | 'refuse'> {
  perQueryMax: number
  /** What is found for each of the keys, which differ, in order. */
  find(keys: string[]): Promise<Out[]>
}

/**
 * Looks things up by keys that strangers make up: one query at a time for all who ask, and whoever asks for a key that waits
 * already shares its look-up. Nobody shares one that has begun: it may miss what the asker knows of.
 */
export function createSharedLookups<Out>(options: SharedLookupsOptions<Out>): (key: string) => Promise<Out> {
  const waiting = new Map<string, Promise<Out>>()
  const lookups = createMicroBatcher<string, Out>({
    batchMax: options.perQueryMax,
    waitingMax: options.waitingMax,
    keyOf: (key) => key,
    async run(keys) {
      for (const key of keys) waiting.delete(key)
      return (await options.find(keys)).map((value) => ({ ok: true, value }))
    },
    refuse: options.refuse,
  })
  return (key) => {
    const shared = waiting.get(key)
    if (shared !== undefined) return shared
    if (lookups.waiting >= options.waitingMax) return Promise.reject(options.refuse())
    const lookup = lookups.submit(key)
    waiting.set(key, lookup)
    return lookup
  }
}
