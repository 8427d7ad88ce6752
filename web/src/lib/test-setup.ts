import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'
import { resetStores } from './test-stores.ts'

// What is waited for comes at once on an idle machine; on a busy one a second is nothing.
configure({ asyncUtilTimeout: 15_000 })

// Files follow each other in one process, and may do so in one window: what the one before has left there is undone.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
// Unless they have no window.
if ('document' in globalThis) {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  for (const each of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is asynchronous.
    document.cookie = `${each.split('=', 1)[0]}=; max-age=0`
  }
  // The router of the one before has its own step in the history.
  history.replaceState(null, '', '/')
}
resetStores()
