import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'

export type ChangeNotices = (known: readonly Notice[]) => Notice[]

const NAME = 'truestrike-notices'
const BOXES = 'boxes'

/** For this page alone, where a browser keeps nothing: private windows. */
const memory = new Map<string, Notice[]>()

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
  after: readonly Notice[]
}

/** One user's notices, changed in one transaction: of several tabs each sees what the other has done. */
export async function changeNotices(uid: string, change: ChangeNotices): Promise<Changed> {
  let done: Changed = { before: [], after: [] }
  try {
    await boxes((store) => {
      const known = store.get(uid) as IDBRequest<Notice[] | undefined>
      known.onsuccess = () => {
        const before = known.result ?? []
        done = { before, after: change(before) }
        store.put(done.after, uid)
      }
    })
  } catch {
    const before = memory.get(uid) ?? []
    done = { before, after: change(before) }
    memory.set(uid, [...done.after])
  }
  return done
}

/** Whoever signs out leaves none behind. */
export async function forgetNotices(): Promise<void> {
  memory.clear()
  await boxes((store) => store.clear()).catch(() => undefined)
}
