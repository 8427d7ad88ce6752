import { useConnections } from '../lib/connection-store.ts'
import { entryOf } from '../lib/release-watch.ts'

/** Each release has a cache of its own. */
const PREFIX = 'shell '
const SHELL = '/'

/** Paths of the files with hashed names that this page has got. */
function filesOf(entries: readonly PerformanceEntry[]): string[] {
  // Safari does not tell how a file was answered.
  const got = entries.filter((entry) => ((entry as PerformanceResourceTiming).responseStatus ?? 200) === 200)
  const { origin } = globalThis.location
  return got
    .map(({ name }) => new URL(name, origin))
    .filter((url) => url.origin === origin && url.pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}

/**
 * Lays what this page is made of into the browser's cache, so that it opens without a network, and takes away what older
 * releases have laid there. Nothing that is somebody's is kept: files with hashed names, and the document of all pages.
 */
async function keepRelease(entry: string): Promise<void> {
  const shell = await caches.open(PREFIX + entry)
  /** What is got here is told of as well: each is asked for once, whatever comes of it. */
  const asked = new Set<string>()
  const keep = async (path: string): Promise<void> => {
    if (asked.has(path)) return
    asked.add(path)
    if ((await shell.match(path, { ignoreVary: true })) !== undefined) return
    const file = await fetch(path)
    if (file.ok) await shell.put(path, file)
  }
  await Promise.all(filesOf(performance.getEntriesByType('resource')).map(keep))
  const page = await fetch(SHELL, { cache: 'no-store' })
  const text = await page.clone().text()
  // A release that came out meanwhile is kept once it has been loaded itself.
  if (!page.ok || entryOf(new DOMParser().parseFromString(text, 'text/html')) !== entry) return
  await shell.put(SHELL, page)
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== PREFIX + entry) await caches.delete(name)
  const observer = new PerformanceObserver((list) => {
    for (const path of filesOf(list.getEntries())) keep(path).catch(() => undefined)
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** A browser that refuses for good is not asked for ever. */
const TRIES_MAX = 5

/** Resolves when the server is reached anew. */
function reconnected(): Promise<void> {
  return new Promise((resolve) => {
    const stop = useConnections.subscribe(({ general }, before) => {
      if (general.phase !== 'open' || before.general.phase === 'open') return
      stop()
      resolve()
    })
  })
}

/**
 * Starts the service worker, and keeps this release for when there is no network. Where the network goes meanwhile it
 * begins anew once the server is reached again; a browser that refuses goes without.
 */
export async function keepShell(): Promise<void> {
  const entry = entryOf(document)
  if (entry === null || !('serviceWorker' in navigator) || !('caches' in globalThis)) return
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      // The page the app begins with, wherever this visit began.
      await import('../features/markets/MarketsPage.tsx')
      return await keepRelease(entry)
    } catch {
      // Full disks, private windows, no network: the pages work as before.
      await reconnected()
    }
  }
}
