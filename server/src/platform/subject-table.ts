import type { Cancel } from './clock.ts'
import type { BusTrouble } from './memory-bus.ts'

type Handle = (payload: unknown, subject: string) => void

export interface SubjectTable {
  subscribe(subject: string, handle: Handle): Cancel
  has(subject: string): boolean
  deliver(subject: string, payload: unknown): void
  /** Delivers to those who subscribed with exactly this text (`key` may be a wildcard). */
  deliverTo(key: string, subject: string, payload: unknown): void
}

/** Who listens to what: exact subjects, and `prefix.*` for exactly one further token. */
export function createSubjectTable(onTrouble: BusTrouble): SubjectTable {
  const handles = new Map<string, Set<Handle>>()
  const wildcardOf = (subject: string): string => `${subject.slice(0, subject.lastIndexOf('.') + 1)}*`

  const deliverTo = (key: string, subject: string, payload: unknown): void => {
    for (const handle of handles.get(key) ?? []) {
      try {
        handle(payload, subject)
      } catch (error) {
        onTrouble(error, subject)
      }
    }
  }
  return {
    subscribe(subject, handle) {
      const listeners = handles.get(subject) ?? new Set<Handle>()
      handles.set(subject, listeners)
      // Own function object: the same handler may subscribe twice and cancel once.
      const own: Handle = (payload, heard) => handle(payload, heard)
      listeners.add(own)
      return () => {
        listeners.delete(own)
        if (listeners.size === 0 && handles.get(subject) === listeners) handles.delete(subject)
      }
    },
    has: (subject) => handles.has(subject) || handles.has(wildcardOf(subject)),
    deliverTo,
    deliver(subject, payload) {
      deliverTo(subject, subject, payload)
      deliverTo(wildcardOf(subject), subject, payload)
    },
  }
}
