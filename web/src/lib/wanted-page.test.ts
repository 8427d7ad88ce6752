import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginPathFor, wantedPage } from './wanted-page.ts'

const origin = 'https://trade.example'

test('[R4] own relative paths are led back to', () => {
  for (const path of ['/account', '/contract-record?state=open', '/trade/BTCUSDT#chart']) {
    expect(wantedPage(path, origin)).toBe(path)
    expect(wantedPage(new URL(loginPathFor(path), origin).searchParams.get('next'), origin)).toBe(path)
  }
})

test('[R4] addresses of other sites, scripts and the sign-in page itself are not', () => {
  const refused = [
    null,
    '',
    'account',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/../..//evil.example',
    '/login',
    '/login/register?code=A',
    '/admin',
    '/admin/dashboard',
  ]
  for (const next of refused) expect(wantedPage(next, origin), String(next)).toBeNull()
})

test('[R4] whatever is asked for stays on this site', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', 'a', '\t', '%2f', 'https:') }),
      (tail) => {
        const page = wantedPage(`/${tail}`, origin)
        return page === null || new URL(page, origin).origin === origin
      },
    ),
  )
})
