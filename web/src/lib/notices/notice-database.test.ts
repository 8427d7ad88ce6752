import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { changeBox, forgetNotices } from './notice-database.ts'

const UID = '1000000001'
const notice = { id: '1', read: false } as Notice
const add = () => changeBox(UID, (box) => ({ ...box, notices: [notice] }))
const look = async () => (await changeBox(UID, (box) => box)).after

/** As much of a database of a browser as is used here. */
class Kept {
  values = new Map<string, unknown>()
  fails = false
  opened = 0
  last: { onclose?: () => void; onversionchange?: () => void; close: () => void } = { close: vi.fn() }

  open = () => {
    const request: Record<string, unknown> = {}
    this.opened += 1
    queueMicrotask(() => {
      if (this.fails) return (request.onerror as () => void)()
      this.last = { close: vi.fn(), ...{ transaction: () => this.transaction() } }
      request.result = this.last
      ;(request.onsuccess as () => void)()
    })
    return request
  }

  transaction() {
    const transaction = { oncomplete: () => undefined, objectStore: () => store }
    const store = {
      get: (key: string) => {
        const request = { result: this.values.get(key), onsuccess: () => undefined }
        queueMicrotask(() => request.onsuccess())
        return request
      },
      put: (value: unknown, key: string) => this.values.set(key, value),
      clear: () => this.values.clear(),
    }
    setTimeout(() => transaction.oncomplete())
    return transaction
  }
}

afterEach(() => vi.unstubAllGlobals())

test('[N4] a database that was not there, or that the browser has closed, is opened anew; what was marked meanwhile is kept', async () => {
  const kept = new Kept()
  vi.stubGlobal('indexedDB', kept)
  kept.fails = true
  const mark = { what: 'read', id: '1', through: false } as const
  await changeBox(UID, (box) => ({ ...box, marks: [mark] }))
  expect(kept.values.size).toBe(0)
  kept.fails = false
  await add()
  expect(kept.opened).toBe(2)
  expect(await look()).toEqual({ notices: [notice], marks: [mark] })

  kept.last.onclose?.()
  await look()
  expect(kept.opened).toBe(3)
  kept.last.onversionchange?.()
  expect(kept.last.close).toHaveBeenCalledOnce()
  expect(await look()).toEqual({ notices: [notice], marks: [mark] })
  expect(kept.opened).toBe(4)
  await forgetNotices()
  expect(kept.values.size).toBe(0)
  // Whoever comes next has another one.
  kept.last.onclose?.()
})
