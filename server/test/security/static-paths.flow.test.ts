import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { getRaw, statusOf } from './raw-http.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
const CANARY = 'nobody’s business'

let app: TestApp
beforeAll(async () => {
  for (const inner of ['web/assets', 'web/admin', 'web-other'])
    mkdirSync(join(folder, inner), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), CANARY)
  writeFileSync(join(folder, 'web-other/secret.txt'), CANARY)
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'web/admin/index.html'), '<!doctype html><title>back office</title>')
  writeFileSync(join(folder, 'web/assets/main-a1.js'), 'console.log(1)')
  app = await createTestApp({ listen: true, webRoot: join(folder, 'web') })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const UPWARDS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E%2E',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%u002e%u002e',
  '....',
  '..%00',
  '..;',
  '.%00.',
]
const BETWEEN = ['/', '%2f', '%2F', '\\', '%5c', '%252f', '%c0%af', '//']
const BELOW = [
  '/',
  '/assets/',
  '/admin/',
  '/admin-pages/',
  '/uploads/',
  '/sounds/',
  '/assets/main-a1.js/',
  '//',
]

/** Every way to write a way out, from every folder, one step up and three. */
function* waysOut(): Generator<string> {
  for (const from of BELOW) {
    for (const up of UPWARDS) {
      for (const between of BETWEEN) {
        for (const steps of [1, 3]) yield `${from}${`${up}${between}`.repeat(steps)}secret.txt`
      }
    }
  }
  yield* [
    '/../web-other/secret.txt',
    '/..%2fweb-other%2fsecret.txt',
    `/${folder}/secret.txt`,
    `//${folder}/secret.txt`,
  ]
  yield* ['/.env', '/.git/config', '/package.json', '/etc/passwd', '//etc/passwd', '/proc/self/environ']
  yield `http://evil.example/../secret.txt`
}

const AT_ONCE = 24

test('[K4] no way of writing a path leads out of the folder of the pages', async () => {
  const ways = [...waysOut()]
  expect(ways.length).toBeGreaterThan(1_000)
  const faults: string[] = []
  for (let from = 0; from < ways.length; from += AT_ONCE) {
    const answers = ways.slice(from, from + AT_ONCE).map(async (way) => {
      const answer = await getRaw(app.port, way)
      const status = statusOf(answer)
      const isOut = answer.includes(CANARY) || answer.includes('root:') || status >= 500 || status === 0
      if (isOut) faults.push(`${way}: ${status}`)
    })
    await Promise.all(answers)
  }
  expect(faults).toEqual([])
})

test('[R4] [K4] the server leads nobody to another site, whatever the path says', async () => {
  const elsewhere = [
    '//evil.example',
    '//evil.example/',
    '//evil.example/..',
    '/\\evil.example/',
    '/%5cevil.example/..',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example/',
    '/login?next=//evil.example',
    '/login?next=https://evil.example',
    '/admin//evil.example/..',
    'https://evil.example/',
    '/assets//evil.example',
  ]
  for (const target of elsewhere) {
    const answer = await getRaw(app.port, target)
    const [head = ''] = answer.split('\r\n\r\n')
    expect([target, statusOf(answer) < 300 || statusOf(answer) >= 400]).toEqual([target, true])
    expect(head).not.toMatch(/^(location|refresh):/im)
  }
})
