import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { AccountsApp } from './accounts-app.ts'
import { type Answer, createTestBrowser, type TestBrowser } from './test-browser.ts'

export const PASSWORD = 'secret1'

export async function registerUser(app: AccountsApp, username: string): Promise<void> {
  const answer = await createTestBrowser(app.http.app, '198.51.100.1').post('/api/login/register', {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    inviteCode: app.firstRun.inviteCode,
  })
  expect(answer.body).toMatchObject({ success: true })
}

export const firstStep = (browser: TestBrowser, username: string, more: object = {}): Promise<Answer> =>
  browser.post('/api/login/login', { username, password: PASSWORD, ...more })

export const secondStep = (browser: TestBrowser, ticket: string, code: string): Promise<Answer> =>
  browser.post('/api/login/second-factor', { ticket, code })

/** A browser signed in by password alone. */
export async function signedIn(app: AccountsApp, username: string, ip?: string): Promise<TestBrowser> {
  const browser = createTestBrowser(app.http.app, ip)
  const answer = await firstStep(browser, username)
  expect(answer.body).toMatchObject({ success: true })
  browser.token = answer.body.data.token
  return browser
}

export interface Protected {
  browser: TestBrowser
  secret: string
  recoveryCodes: string[]
  /** The code an authenticator app shows, `steps` half minutes from now. */
  code(steps?: number): string
}

/** As an authenticator app of another maker would compute it. */
export function appCode(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
}

/** A new user, signed in, with two-factor sign-in on. The code of this half minute is used up. */
export async function protectedUser(app: AccountsApp, username: string): Promise<Protected> {
  await registerUser(app, username)
  const browser = await signedIn(app, username)
  const begun = await browser.post('/api/account/two-factor/begin', { password: PASSWORD })
  const { secret } = begun.body.data
  const code = (steps = 0): string => appCode(secret, app.clock.nowMs() + steps * 30_000)
  const confirmed = await browser.post('/api/account/two-factor/confirm', { code: code() })
  expect(confirmed.body).toMatchObject({ success: true })
  return { browser, secret, recoveryCodes: confirmed.body.data.recoveryCodes, code }
}
