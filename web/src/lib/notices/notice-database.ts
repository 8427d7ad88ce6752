import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { Box } from './notice-rules.ts'

export type ChangeBox = (box: Box) => Box

const NAME = 'truestrike-notices'
const BOXES = 'boxes'
/** Beside a user's notices: what the server has not heard of yet. */
const marksKey = (uid: string): string => `${uid} marks`

/** For this page alone, where a browser keeps nothing: private windows. */
const memory = new Map<string, Box>()

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(BOXES)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

let opened: Promise<IDBDatabase> | null = null

function boxes(act: (store: IDBObjectStore) => void): Promise<void> {
  opened ??= openDatabase()
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
        const box = { notices: notices.result ?? [], marks: marks.result ?? [] }
        done = { before: box.notices, after: change(box) }
        store.put(done.after.notices, uid)
        store.put(done.after.marks, marksKey(uid))
      }
    })
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
