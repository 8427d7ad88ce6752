import { insertNotices } from './notices.store.ts'

export type NoticesService = ReturnType<typeof createNoticesService>

/** What users are told and find later. */
export function createNoticesService() {
  return {
    /** In the caller's transaction: what is told has happened, what was rolled back is not told. */
    add: insertNotices,
  }
}
