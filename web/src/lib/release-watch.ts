import { create } from 'zustand'
import { readTab, writeTab } from './browser-storage.ts'

/** Code that came too late: a deploy may have taken the files away that this page still wanted to load. */
export const useLoadFailure = create<{ failed: boolean }>()(() => ({ failed: false }))

/** The release this tab was last loaded anew for: once for each, or a faulty deploy would reload for ever. */
const KEY = 'reloadedFor'

/** What tells that code can be had again: the network is back, or a part has come late. */
const MENDED = ['online', 'loadedlate']

let holds = 0

/** While an order is on its way the page must not go away by itself. Returns the way to let go. */
export function holdReload(): () => void {
  let held = true
  holds += 1
  return () => {
    if (held) holds -= 1
    held = false
  }
}

/** The first script of a page, by which its release is known. */
export function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** The first script of the release that the server gives out now, when it is not the one of this page. */
async function newerRelease(): Promise<string | null> {
  try {
    const answer = await fetch(globalThis.location.pathname, { cache: 'no-store' })
    if (!answer.ok) return null
    const entry = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return entry === entryOf(document) ? null : entry
  } catch {
    // Without the server a reload would show nothing at all.
    return null
  }
}

async function recover(reload: () => void): Promise<void> {
  const release = await newerRelease()
  if (release !== null && holds === 0 && readTab(KEY) !== release) {
    writeTab(KEY, release)
    if (readTab(KEY) === release) return reload()
  }
  useLoadFailure.setState({ failed: true })
}

/** What could not be loaded is asked for again. */
export function forgetLoadFailure(): void {
  useLoadFailure.setState({ failed: false })
}

/** Loads the page anew when its release is gone; says so when that is no way out. Returns the way to stop. */
export function followReleases(reload = () => globalThis.location.reload()): () => void {
  const listener = (): void => void recover(reload)
  globalThis.addEventListener('vite:preloadError', listener)
  for (const event of MENDED) globalThis.addEventListener(event, forgetLoadFailure)
  return () => {
    globalThis.removeEventListener('vite:preloadError', listener)
    for (const event of MENDED) globalThis.removeEventListener(event, forgetLoadFailure)
  }
}
