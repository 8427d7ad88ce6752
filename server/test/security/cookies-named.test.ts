import { readdirSync, readFileSync } from 'node:fs'
import { LOCALES } from '@truestrike/protocol/messages/locales.ts'
import { describe, expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const folder = new URL('../../src/', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => `server/src/${path}`)
const cookies = new Set(
  sources.flatMap((path) => [...read(path).matchAll(/'(ts_[a-z_]+|XSRF-TOKEN)'/g)].map(([, name]) => name)),
)

describe.each(LOCALES)('[U4] the privacy text in %s', (locale) => {
  const { privacy } = JSON.parse(read(`web/src/locales/${locale}/legal.json`))

  test('names every cookie the server sets, and no other', () => {
    expect(cookies.size).toBeGreaterThanOrEqual(8)
    expect(new Set(privacy.browser.text.match(/ts_[a-z_]+|XSRF-TOKEN/g))).toEqual(cookies)
  })
})
