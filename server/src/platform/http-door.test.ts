import { getBasicInfo, getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { expect, test } from 'vitest'
import { type AnyEndpoint, doorOf } from './http-door.ts'
import { ADDRESS_FACTOR, createRateLimiter, type RateLimits } from './http-rate-limit.ts'

const LIMIT = 5
/** Calls a minute of a known browser that no ceiling of all of them holds back. */
const FIRST = 2

/** Calls from one address, by browsers ("account/name") that users are known by; time stands still. What a call answers: who gets past the address. */
function callsOf(endpoint: AnyEndpoint) {
  const limits = { read: LIMIT } as RateLimits
  const user = {
    knownBrowser: async ({ userAgent: key }: { userAgent: string }) =>
      key === '' ? null : { key, userId: BigInt(key.split('/')[0] ?? '') },
  }
  const door = doorOf(
    endpoint,
    { limit: 'read' },
    {
      ...{ limits, limiter: createRateLimiter(() => 0) },
      origins: { isAllowed: () => true, own: () => '' },
      authenticators: { user, admin: null } as never,
    },
  )
  return async (browser: string, count: number): Promise<number> => {
    let passed = 0
    for (let at = 0; at < count; at++) {
      const request = { info: { ip: '192.0.2.1', userAgent: browser, cookies: {} }, headers: {} }
      await door.admit(request as never).then(
        () => (passed += 1),
        // Without a session: the address let it through.
        ({ code }: { code: string }) => (passed += code === 'UNAUTHORIZED' ? 1 : 0),
      )
    }
    return passed
  }
}

const WHOSE = [
  ['nobody', getBasicInfo as AnyEndpoint, LIMIT],
  ['users', getUserInfo as AnyEndpoint, LIMIT * ADDRESS_FACTOR],
] as const

test.each(WHOSE)(
  '[K2] known browsers of one address have a ceiling together, of calls of %s; one alone takes it from none, and each has its first calls',
  async (_whose, endpoint, perAddress) => {
    const call = callsOf(endpoint)
    expect(await call('', 2 * perAddress)).toBe(perAddress)
    const ceiling = perAddress * ADDRESS_FACTOR
    expect(await call('0/loud', 2 * ceiling)).toBe(LIMIT)
    let counted = LIMIT - FIRST
    for (let account = 1; account <= ceiling; account++)
      counted += (await call(`${account}/browser`, LIMIT)) - FIRST
    expect(counted).toBe(ceiling)
    expect(await call(`${ceiling + 1}/quiet`, LIMIT)).toBe(FIRST)
  },
)

test.each(WHOSE)(
  '[A15] [K2] browsers of one account behind one address count as two, of calls of %s, and fill no ceiling',
  async (_whose, endpoint, perAddress) => {
    const call = callsOf(endpoint)
    await call('', perAddress)
    let passed = 0
    for (let jar = 0; jar < 10 * ADDRESS_FACTOR; jar++) passed += await call(`7/jar ${jar}`, LIMIT)
    expect(passed).toBe(2 * LIMIT)
    expect(await call('8/neighbour', LIMIT)).toBe(LIMIT)
  },
)
