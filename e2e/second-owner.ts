import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { type Place, post } from './person.ts'

const PASSWORD = 'a good password of an owner'

/** What a call of the back office without a page is answered. */
export async function adminAnswer<T>(
  place: Place,
  from: BrowserContext,
  path: string,
  body: object,
  token?: string,
): Promise<T> {
  const answer = await post(place, from, `/api/admin/${path}`, body, token)
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Signs an administrator in by the one-time password and sets one of their own in its place; gives the token. */
export async function choosePassword(
  place: Place,
  context: BrowserContext,
  { username, oneTime, own }: { username: string; oneTime: string; own: string },
): Promise<string> {
  const { token } = await adminAnswer<{ token: string }>(place, context, 'login', {
    username,
    password: oneTime,
  })
  const change = { currentPassword: oneTime, newPassword: own }
  await adminAnswer(place, context, 'profile/password', change, token)
  return token
}

interface Made {
  administrator: { id: string; version: number }
  oneTimePassword: string
}

/** A new administrator, made by the one whose token it is. */
export const createAdministrator = (
  place: Place,
  from: BrowserContext,
  asked: { username: string; role: 'owner' | 'support' },
  token: string,
): Promise<Made> => adminAnswer(place, from, 'administrators', asked, token)

/** One more owner, made by the first and signed in without a page, with calls of their own. */
export async function secondOwner(
  place: Place,
  browser: Browser,
  first: { context: BrowserContext; token: string },
) {
  const username = `owner-${randomBytes(4).toString('hex')}`
  const context = await browser.newContext({ baseURL: place.url })
  const answerOf = <T>(path: string, body: object, token?: string, from = context): Promise<T> =>
    adminAnswer(place, from, path, body, token)
  const made = await createAdministrator(place, first.context, { username, role: 'owner' }, first.token)
  const token = await choosePassword(place, context, {
    username,
    oneTime: made.oneTimePassword,
    own: PASSWORD,
  })
  const call = <T>(path: string, body: object) => answerOf<T>(path, body, token)
  /** Others meet a site with one administrator. */
  const leave = async (): Promise<void> => {
    const version = { version: 1 }
    await answerOf(`administrators/${made.administrator.id}/disable`, version, first.token, first.context)
    await context.close()
  }
  return { username, password: PASSWORD, token, context, call, leave }
}

export type SecondOwner = Awaited<ReturnType<typeof secondOwner>>

/** The session of who is signed in there, for calls beside the page. */
export const adminToken = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('adminToken') ?? '')
