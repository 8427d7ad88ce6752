import type { Cancel } from './clock.ts'

/**
 * Messages between modules and processes after a commit. In-process by default, NATS when `NATS_URL` is set.
 * Payloads are plain JSON values (no bigint): amounts and prices travel as decimal strings.
 * Delivery is at most once: within a process nothing is lost, between processes what `onMissed` then tells of.
 */
export interface Bus {
  publish(subject: string, payload: unknown): void
  /** `subject` may end in `.*` for one further token. Handlers of one subject run in order of publication. */
  subscribe(subject: string, handle: (payload: unknown, subject: string) => void): Cancel
  /** False when surely nobody listens to the subject: spares building what nobody reads. */
  mayReach(subject: string): boolean
  /** Runs when messages from other processes may have been lost: what rests on them is to be read from the database. */
  onMissed(handle: () => void): Cancel
  close(): Promise<void>
}
