import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setConnection } from '../lib/connection-store.ts'
import { keepShell } from './keep-shell.ts'

const ORIGIN = 'https://site.example'
const PAGE = (release: string): string =>
  `<!doctype html><script type="module" src="/assets/main-${release}.js"></script>`

/** Caches as browsers keep them: by name, in the order in which they were made. */
const kept = new Map<string, Map<string, string>>()
const caches = {
  open: async (name: string) => {
    const files = kept.get(name) ?? new Map<string, string>()
    kept.set(name, files)
    return {
      match: async (path: string) => files.get(path),
      put: async (path: string, answer: Response) => void files.set(path, await answer.text()),
    }
  },
  keys: async () => [...kept.keys()],
  delete: async (name: string) => kept.delete(name),
  match: async (asked: string) => {
    const path = new URL(asked, ORIGIN).pathname
    const found = [...kept.values()].find((files) => files.has(path))?.get(path)
    return found === undefined ? undefined : new Response(found)
  },
}

/** The release the server gives out, or null without network. */
let served: string | null = 'one'
let status = 200
const serve = async (asked: string | { url: string }): Promise<Response> => {
  if (served === null) throw new TypeError('Failed to fetch')
  const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname
  if (status !== 200) return new Response(`proxy ${status}`, { status })
  return new Response(path.startsWith('/assets/') ? `file ${path}` : PAGE(served))
}

interface Asked {
  method: string
  url: string
  mode: string
}

/** The worker as a browser runs it; null: it leaves the request alone. */
function worker(): (path: string, mode?: string, method?: string) => Promise<string> | null {
  const listeners = new Map<string, (event: object) => void>()
  const scope = {
    ...{ caches, fetch: serve, URL, Promise, location: { origin: ORIGIN }, clients: { claim: vi.fn() } },
    skipWaiting: vi.fn(),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  }
  runInContext(readFileSync('web/public/sw.js', 'utf8'), createContext(scope))
  return (path, mode = 'navigate', method = 'GET') => {
    let answer: Promise<Response> | null = null
    const request: Asked = { method, mode, url: new URL(path, ORIGIN).href }
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) })
    return (answer as Promise<Response> | null)?.then((response) => response.text()) ?? null
  }
}

/** A page of this release has been loaded, and keeps itself. */
async function visit(release: string, meanwhile = async () => {}): Promise<void> {
  const page = new DOMParser().parseFromString(PAGE(release), 'text/html')
  vi.spyOn(document, 'querySelector').mockImplementation((selector) => page.querySelector(selector))
  const files = [`/assets/main-${release}.js`, '/api/market/products', '/uploads/a.png', '/icon.svg']
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    files.map((path) => ({ name: new URL(path, location.href).href })) as PerformanceEntryList,
  )
  const kept = keepShell()
  await meanwhile()
  await kept
  vi.restoreAllMocks()
}

beforeEach(() => {
  served = 'one'
  status = 200
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  )
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => undefined }, onLine: true })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('[X5] a visited page opens without network; nothing that is told by the server is kept', async () => {
  const ask = worker()
  await visit('one')
  expect([...kept].map(([name, files]) => [name, [...files.keys()]])).toEqual([
    ['shell /assets/main-one.js', ['/assets/main-one.js', '/']],
  ])
  served = null
  expect(await ask('/trade/BTCUSDT')).toBe(PAGE('one'))
  expect(await ask('/assets/main-one.js', 'cors')).toBe('file /assets/main-one.js')
})

test('[X5] a page whose network goes before it is kept is kept once the server is reached again', async () => {
  const phase = (now: 'open' | 'retrying') =>
    setConnection('general', { phase: now, attempt: 0, attemptsMax: 5 })
  served = null
  const asked = vi.fn(serve)
  vi.stubGlobal('fetch', asked)
  await visit('one', async () => {
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    served = 'one'
    await vi.waitFor(() => {
      phase('retrying')
      phase('open')
      expect(kept.get('shell /assets/main-one.js')?.has('/')).toBe(true)
    })
  })
  served = null
  expect(await worker()('/stocks')).toBe(PAGE('one'))
})

test('[X5] a page is kept at once when the server was reached again before the attempt failed', async () => {
  const phase = (now: 'open' | 'retrying') =>
    setConnection('general', { phase: now, attempt: 0, attemptsMax: 5 })
  let fail = (): void => {}
  const register = vi.fn(async () => undefined)
  register.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'))
      }),
  )
  vi.stubGlobal('navigator', { serviceWorker: { register }, onLine: true })
  await visit('one', async () => {
    phase('retrying')
    phase('open')
    fail()
  })
  expect(kept.get('shell /assets/main-one.js')?.has('/')).toBe(true)
})

test('[X5] a style sheet that failed once is kept all the same', async () => {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = '/assets/MarketsPage.css'
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([sheet] as unknown as NodeListOf<Element>)
  await visit('one')
  expect(kept.get('shell /assets/main-one.js')?.has('/assets/MarketsPage.css')).toBe(true)
})

test('[X5] a proxy’s 502, 503 and 504 are no answer; what the server says itself is shown', async () => {
  const ask = worker()
  await visit('one')
  for (status of [502, 503, 504]) expect(await ask('/stocks')).toBe(PAGE('one'))
  for (status of [404, 429, 500]) expect(await ask('/stocks')).toBe(`proxy ${status}`)
  kept.clear()
  status = 502
  expect(await ask('/stocks')).toBe('proxy 502')
})

test('[X5] the worker leaves calls, sockets, uploads, the back office and all that changes something alone', () => {
  const ask = worker()
  for (const path of ['/admin', '/admin/users', '/admin-pages/users/', '/uploads/a.png', '/dev/inbox', '/ws'])
    expect([path, ask(path)]).toEqual([path, null])
  for (const path of ['/api/market/products', '/api/docs']) {
    expect(ask(path)).toBeNull()
    expect(ask(path, 'cors')).toBeNull()
  }
  expect(ask('/stocks', 'cors')).toBeNull()
  expect(ask('/account', 'navigate', 'POST')).toBeNull()
  expect(ask('https://elsewhere.example/assets/main-one.js', 'cors')).toBeNull()
})

test('[X5][E5] with network the server’s release is shown, and takes the place of the one that was kept', async () => {
  const ask = worker()
  await visit('one')
  served = 'two'
  expect(await ask('/stocks')).toBe(PAGE('two'))
  // A tab of the old release does not lay the new document beside the old files.
  await visit('one')
  expect(kept.get('shell /assets/main-one.js')?.get('/')).toBe(PAGE('one'))
  await visit('two')
  expect([...kept.keys()]).toEqual(['shell /assets/main-two.js'])
  served = null
  expect(await ask('/stocks')).toBe(PAGE('two'))
  kept.clear()
  await expect(ask('/stocks')).rejects.toThrow('Failed to fetch')
})

test('[X5] the app has icons in the sizes it names, and the colour of the ground', () => {
  const manifest = JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8'))
  const ground = /--bg-0: (#\w+)/.exec(readFileSync('web/src/ui/tokens.css', 'utf8'))?.[1]
  expect([manifest.theme_color, manifest.background_color]).toEqual([ground, ground])
  const page = readFileSync('web/index.html', 'utf8')
  expect(page).toContain(`<meta name="theme-color" content="${ground}" />`)
  const touch = { src: '/icons/apple-touch-180.png', sizes: '180x180' }
  expect(page).toContain(`<link rel="apple-touch-icon" href="${touch.src}" />`)
  for (const { src, sizes } of [...manifest.icons, touch]) {
    const png = readFileSync(`web/public${src}`)
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes])
  }
})
