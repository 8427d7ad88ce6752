import type { BrowserContext } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { expect } from './journey.ts'
import { type Place, post } from './person.ts'

interface Owner {
  token: string
  /** Of a user who signs in by a wallet: none. */
  password?: string
}

/**
 * Turns two-factor sign-in on without a page: the secret that an authenticator app keeps, whose present code is used up, and
 * the recovery codes.
 */
export async function turnOnTwoFactor(
  place: Place,
  context: BrowserContext,
  { token, password }: Owner,
  of: 'account' | 'admin/profile' = 'account',
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const call = async <T>(step: string, body: object): Promise<T> => {
    const answer = await post(place, context, `/api/${of}/two-factor/${step}`, body, token)
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const { secret } = await call<{ secret: string }>('begin', password === undefined ? {} : { password })
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>('confirm', { code: appCode(secret) })
  return { secret, recoveryCodes }
}
