import type { Cancel } from './clock.ts'

/**
 * Messages between modules and processes after a commit. In-process by default, NATS when `NATS_URL` is set.
 * Payloads are plain JSON values (no bigint): amounts and prices travel as decimal strings.
 * Delivery is at most once; whoever needs every change reads the database after (re)connecting.
 */
export interface Bus {
  publish(subject: string, payload: unknown): void
  /** `subject` may end in `.*` for one further token. Handlers of one subject run in order of publication. */
  subscribe(subject: string, handle: (payload: unknown, subject: string) => void): Cancel
  /** False when surely nobody listens to the subject: spares building what nobody reads. */
  mayReach(subject: string): boolean
  close(): Promise<void>
}
