import type { SeenHeader } from './header-clash.ts'
import {
  byNumber,
  createMemoryStore,
  type KeptAcceptance,
  type KeptSpan,
  type KeptStore,
  oldest,
} from './kept-store.ts'

const NAME = 'truestrike-proof'
const VERSION = 1
const HEADERS = 'headers'
const ACCEPTANCES = 'acceptances'
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'))
  })
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? new Error('the database did not keep it'))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(HEADERS, { keyPath: ['symbol', 'number'] })
    request.result.createObjectStore(ACCEPTANCES, { keyPath: 'id' })
  }
  return answerOf(request)
}

/** The browser's database; a private window may have none: then the page's memory. */
export async function openKeptStore(): Promise<KeptStore> {
  try {
    return storeOf(await openDatabase())
  } catch {
    return createMemoryStore()
  }
}

function numbers(symbol: string, from: number, to: number): IDBKeyRange {
  return IDBKeyRange.bound([symbol, from], [symbol, to])
}

function storeOf(database: IDBDatabase): KeptStore {
  const reading = (name: string): IDBObjectStore => database.transaction(name).objectStore(name)
  const write = async (name: string, act: (store: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(name, 'readwrite')
    act(transaction.objectStore(name))
    await endOf(transaction)
  }
  const read = <T>(name: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> =>
    answerOf(ask(reading(name)) as IDBRequest<T>)
  return {
    async add(fresh) {
      const standing: SeenHeader[] = []
      await write(HEADERS, (store) => {
        for (const header of fresh) {
          const known = store.get([header.symbol, header.number]) as IDBRequest<SeenHeader | undefined>
          known.onsuccess = () => {
            if (known.result === undefined) store.put(header)
            else standing.push(known.result)
          }
        }
      })
      return standing.sort(byNumber)
    },
    range: (symbol, from, to, max) => read(HEADERS, (store) => store.getAll(numbers(symbol, from, to), max)),
    async upTo(symbol, number) {
      const cursor = await read<IDBCursorWithValue | null>(HEADERS, (store) =>
        store.openCursor(numbers(symbol, 0, number), 'prev'),
      )
      return (cursor?.value as SeenHeader | undefined) ?? null
    },
    trim: (symbol, max) => write(HEADERS, (store) => dropFirst(store, numbers(symbol, 0, NUMBER_MAX), max)),
    spans: () => spansOf(reading(HEADERS)),
    async keepAcceptance(acceptance, max) {
      let standing: KeptAcceptance | null = null
      await write(ACCEPTANCES, (store) => {
        const all = store.getAll() as IDBRequest<KeptAcceptance[]>
        all.onsuccess = () => {
          standing = all.result.find(({ id }) => id === acceptance.id) ?? null
          if (standing !== null) return
          store.put(acceptance)
          for (const { id } of oldest([...all.result, acceptance], max)) store.delete(id)
        }
      })
      return standing
    },
    acceptance: async (id) =>
      (await read<KeptAcceptance | undefined>(ACCEPTANCES, (store) => store.get(id))) ?? null,
    acceptances: () => read(ACCEPTANCES, (store) => store.getAll()),
    dropAcceptance: (id) => write(ACCEPTANCES, (store) => void store.delete(id)),
    async clear() {
      await write(HEADERS, (store) => void store.clear())
      await write(ACCEPTANCES, (store) => void store.clear())
    },
  }
}

function dropFirst(store: IDBObjectStore, range: IDBKeyRange, max: number): void {
  const counted = store.count(range)
  counted.onsuccess = () => {
    let over = counted.result - max
    if (over <= 0) return
    const cursor = store.openKeyCursor(range)
    cursor.onsuccess = () => {
      const at = cursor.result
      if (at === null || over <= 0) return
      over -= 1
      store.delete(at.primaryKey)
      at.continue()
    }
  }
}

/** From the first header of a product the cursor leaps to the next product's. */
async function spansOf(store: IDBObjectStore): Promise<KeptSpan[]> {
  const spans: KeptSpan[] = []
  let after: IDBKeyRange | undefined
  for (;;) {
    const first = await answerOf(store.openCursor(after))
    if (first === null) return spans
    const { symbol, number: firstNumber } = first.value as SeenHeader
    const range = numbers(symbol, 0, NUMBER_MAX)
    const last = await answerOf(store.openCursor(range, 'prev'))
    const count = await answerOf(store.count(range))
    spans.push({
      symbol,
      count,
      firstNumber,
      lastNumber: (last?.value as SeenHeader | undefined)?.number ?? firstNumber,
    })
    after = IDBKeyRange.lowerBound([symbol, NUMBER_MAX], true)
  }
}
