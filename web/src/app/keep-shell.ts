import { useConnections } from '../lib/connection-store.ts'
import { entryOf } from '../lib/release-watch.ts'

/** Each release has a cache of its own. */
const PREFIX = 'shell '
const SHELL = '/'

/** Of these addresses, the paths of the app's own files with hashed names. */
function assetPaths(addresses: readonly string[]): string[] {
  const { origin } = globalThis.location
  return addresses
    .map((address) => new URL(address, origin))
    .filter((url) => url.origin === origin && url.pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}

/** Paths of the files with hashed names that this page has got. */
function filesOf(entries: readonly PerformanceEntry[]): string[] {
  // Safari does not tell how a file was answered.
  const got = entries.filter((entry) => ((entry as PerformanceResourceTiming).responseStatus ?? 200) === 200)
  return assetPaths(got.map(({ name }) => name))
}

/** The style sheets this page names. One that failed once is not asked for again, so no entry tells of it. */
function namedStyles(): string[] {
  return assetPaths(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href),
  )
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
  await Promise.all([...filesOf(performance.getEntriesByType('resource')), ...namedStyles()].map(keep))
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

/** Tells of the next time that the server is reached anew; `stop` ends the watch. */
function watchReconnection(): { reached: Promise<void>; stop: () => void } {
  let stop = (): void => {}
  const reached = new Promise<void>((resolve) => {
    stop = useConnections.subscribe(({ general }, before) => {
      if (general.phase === 'open' && before.general.phase !== 'open') resolve()
    })
  })
  return { reached, stop }
}

/**
 * Starts the service worker, and keeps this release for when there is no network. Where the network goes meanwhile it
 * begins anew once the server is reached again; a browser that refuses goes without.
 */
export async function keepShell(): Promise<void> {
  const entry = entryOf(document)
  if (entry === null || !('serviceWorker' in navigator) || !('caches' in globalThis)) return
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    // Watched from the beginning: an attempt may fail after the server has been reached again.
    const reconnection = watchReconnection()
    try {
      await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      // The page the app begins with, wherever this visit began.
      await import('../features/markets/MarketsPage.tsx')
      return await keepRelease(entry)
    } catch {
      // Full disks, private windows, no network: the pages work as before.
      await reconnection.reached
    } finally {
      reconnection.stop()
    }
  }
}
