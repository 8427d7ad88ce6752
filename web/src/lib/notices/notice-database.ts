import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { Box } from './notice-rules.ts'

export type ChangeBox = (box: Box) => Box

const NAME = 'truestrike-notices'
const BOXES = 'boxes'
/** Beside a user's notices: what the server has not heard of yet. */
const marksKey = (uid: string): string => `${uid} marks`

/** For this page alone, where a browser keeps nothing, as in some private windows, or while it does not. */
const memory = new Map<string, Box>()

let opened: Promise<IDBDatabase> | null = null
/** Opened anew by whoever needs it next. */
function forget(): void {
  opened = null
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(BOXES)
    request.onsuccess = () => {
      const database = request.result
      // Closed by the browser, as when its user clears what it keeps, or in the way of a later version.
      database.onclose = forget
      database.onversionchange = () => {
        forget()
        database.close()
      }
      resolve(database)
    }
    request.onerror = () => reject(request.error)
  })
}

function boxes(act: (store: IDBObjectStore) => void): Promise<void> {
  opened ??= openDatabase().catch((error: unknown) => {
    forget()
    throw error
  })
  return opened.then(
    (database) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(BOXES, 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.onerror = transaction.onabort = () => reject(transaction.error)
        act(transaction.objectStore(BOXES))
      }),
  )
}

export interface Changed {
  before: readonly Notice[]
  after: Box
}

/** What is kept of one user, changed in one transaction: of several tabs each sees what the other has done. */
export async function changeBox(uid: string, change: ChangeBox): Promise<Changed> {
  let done: Changed = { before: [], after: { notices: [], marks: [] } }
  try {
    await boxes((store) => {
      const notices = store.get(uid) as IDBRequest<Box['notices'] | undefined>
      const marks = store.get(marksKey(uid)) as IDBRequest<Box['marks'] | undefined>
      // Requests of a transaction are answered in their order.
      marks.onsuccess = () => {
        // Made while there was no database; they are not on the server yet.
        const unsaved = memory.get(uid)?.marks ?? []
        const box = { notices: notices.result ?? [], marks: [...(marks.result ?? []), ...unsaved] }
        done = { before: box.notices, after: change(box) }
        store.put(done.after.notices, uid)
        store.put(done.after.marks, marksKey(uid))
      }
    })
    memory.delete(uid)
  } catch {
    const box = memory.get(uid) ?? { notices: [], marks: [] }
    done = { before: box.notices, after: change(box) }
    memory.set(uid, done.after)
  }
  return done
}

/** Whoever signs out leaves none behind. */
export async function forgetNotices(): Promise<void> {
  memory.clear()
  await boxes((store) => store.clear()).catch(() => undefined)
}
