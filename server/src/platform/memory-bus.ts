import type { Bus } from './bus.ts'
import { createSubjectTable } from './subject-table.ts'

/** What a handler threw: the bus goes on with the others. */
export type BusTrouble = (error: unknown, subject: string) => void

/** Bus of one process. Handlers run after the publisher's own turn, in order of publication. */
export function createMemoryBus(onTrouble: BusTrouble): Bus {
  const table = createSubjectTable(onTrouble)
  let open = true
  return {
    publish(subject, payload) {
      if (!open || !table.has(subject)) return
      queueMicrotask(() => table.deliver(subject, payload))
    },
    subscribe: table.subscribe,
    mayReach: (subject) => open && table.has(subject),
    onMissed: () => () => {},
    close: async () => {
      open = false
    },
  }
}
