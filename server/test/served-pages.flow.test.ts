import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'pages-'))
const page = (name: string): string => `<!doctype html><title>${name}</title><div id="root"></div>`
const LONG_SCRIPT = 'console.log(1);\n'.repeat(500)

let app: TestApp
beforeAll(async () => {
  for (const folder of ['assets', 'admin', 'admin-pages/users', 'sounds'])
    mkdirSync(join(webRoot, folder), { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), page('app'))
  writeFileSync(join(webRoot, 'admin/index.html'), page('back office'))
  writeFileSync(join(webRoot, 'admin-pages/users/index.html'), page('users'))
  writeFileSync(join(webRoot, 'assets/main-a1b2c3.js'), LONG_SCRIPT)
  writeFileSync(join(webRoot, 'assets/packed-a1b2c3.js'), 'plain')
  writeFileSync(join(webRoot, 'assets/packed-a1b2c3.js.br'), brotliCompressSync('packed'))
  writeFileSync(join(webRoot, 'sounds/notification.wav'), 'RIFF')
  writeFileSync(join(webRoot, 'sw.js'), 'addEventListener("fetch", () => {})')
  writeFileSync(join(webRoot, 'manifest.webmanifest'), '{"id":"/","name":"nobody","display":"standalone"}')
  app = await createTestApp({ webRoot })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  app.client().raw('GET', url, undefined, headers)

test.each([
  ['/', 'app'],
  ['/stocks', 'app'],
  ['/trade', 'app'],
  ['/trade/', 'app'],
  ['/trade/BTCUSDT', 'app'],
  ['/trade/BTC/USDT', 'app'],
  ['/login/register?code=ABCD2345', 'app'],
  ['/account', 'app'],
  ['/no/such/page', 'app'],
  ['/admin', 'back office'],
  ['/admin/', 'back office'],
  ['/admin/login', 'back office'],
  ['/admin/dashboard', 'back office'],
  ['/admin-pages/users/index.html', 'users'],
])('[R1] [R2] [R5] [R6] %s is the page of the %s, asked for anew each time', async (url, title) => {
  const response = await get(url)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('text/html')
  expect(response.body).toContain(`<title>${title}</title>`)
  expect(response.headers['cache-control']).toBe('no-cache')
})

test('hashed assets are kept for ever and compressed; a missing one is missing, not a page', async () => {
  const asset = await get('/assets/main-a1b2c3.js', { accept: '*/*', 'accept-encoding': 'gzip' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-encoding']).toBe('gzip')
  // What anybody may keep carries nothing that is one visitor's.
  expect(asset.headers['set-cookie']).toBeUndefined()
  expect((await get('/stocks')).headers['set-cookie']).toBeDefined()
  expect(asset.rawPayload.length).toBeLessThan(LONG_SCRIPT.length / 4)
  // A copy that the build compressed goes out as it lies there, to whom can read it.
  const packed = await get('/assets/packed-a1b2c3.js', { accept: '*/*', 'accept-encoding': 'gzip, br' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('packed')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  const plain = await get('/assets/packed-a1b2c3.js', { accept: '*/*' })
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'plain'])
  for (const url of [
    '/assets/main-old.js',
    '/uploads/nobody.png',
    '/sounds/other.wav',
    '/icons/app-1.png',
    '/admin-pages/nothing/',
    '/api/nothing',
    `/api/trade/contracts/${'1'.repeat(300)}`,
  ]) {
    const missing = await get(url)
    expect([url, missing.statusCode, missing.json().code]).toEqual([url, 404, 'NOT_FOUND'])
  }
  expect((await get('/sounds/notification.wav')).statusCode).toBe(200)
})

test('[X5] the app is installed under the name of the site, and its worker is asked for anew each time', async () => {
  const manifest = await get('/manifest.webmanifest', { accept: '*/*', 'accept-language': 'ar-AR' })
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.headers['cache-control']).toBe('no-cache')
  const { siteName } = (await get('/api/admin/system/basic-info')).json().data
  expect(manifest.json()).toMatchObject({ id: '/', name: siteName, display: 'standalone', lang: 'ar-AR' })
  const worker = await get('/sw.js', { accept: '*/*' })
  expect(worker.headers['cache-control']).toBe('no-cache')
  expect(worker.headers['content-type']).toContain('javascript')
})

test('[K1] pages carry the policy; only framed pages may be framed, by the back office alone', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy'])
  for (const url of ['/', '/stocks', '/admin', '/assets/main-a1b2c3.js']) {
    expect(await policyOf(url)).toContain("frame-ancestors 'none'")
  }
  expect(await policyOf('/admin-pages/users/index.html')).toContain("frame-ancestors 'self'")
})

test('[K4] no path leads out of the folder', async () => {
  for (const url of [
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%00',
  ]) {
    const response = await get(url, { accept: 'application/json' })
    expect([url, response.statusCode >= 400 && response.statusCode < 500]).toEqual([url, true])
  }
})
