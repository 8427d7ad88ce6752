// Opens the pages where there is no network. Pages lay the files they are made of into the browser's cache themselves
// (web/src/app/keep-shell.ts); here they are only given out. A page is asked for at the server first, always: what lies
// in the cache is shown when there is no answer, so that nobody stays on an old release. Prices, balances and every other
// answer of the server are never kept, nor looked at here.

/** What the page of the app does not answer. */
const ELSEWHERE =
  /^\/(admin|admin-pages|api|dev|healthz|icons|metrics|readyz|sounds|unsubscribe|uploads|ws)(\/|$)/
/** The one document of all pages. */
const SHELL = '/'

/** What a proxy says when nobody behind it answers. */
const NO_ANSWER = [502, 503, 504]

async function pageFor(request) {
  const shell = () => caches.match(SHELL, { ignoreVary: true })
  try {
    const answer = await fetch(request)
    return NO_ANSWER.includes(answer.status) ? ((await shell()) ?? answer) : answer
  } catch (error) {
    const kept = await shell()
    if (kept === undefined) throw error
    return kept
  }
}

/** Their names tell what is in them: one that is kept is the one that is asked for. */
async function fileFor(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request))
  else if (request.mode === 'navigate' && !ELSEWHERE.test(pathname)) event.respondWith(pageFor(request))
})
