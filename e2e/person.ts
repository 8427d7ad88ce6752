import { randomBytes } from 'node:crypto'
import type { APIRequestContext, APIResponse, BrowserContext } from '@playwright/test'
import type { FirstRun } from './product.ts'

/** A registered and signed-in user of a browser. */
export interface Person {
  username: string
  password: string
  token: string
}

export interface Credentials {
  username: string
  password: string
}

export interface Place {
  url: string
  firstRun: FirstRun
}

/** Calls the product as a page of it does: with the cookies of the context and the XSRF header. `data` null: no body. */
export async function post(
  place: Place,
  context: BrowserContext,
  path: string,
  data: unknown,
  token?: string,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<APIResponse> {
  const calls: APIRequestContext = context.request
  const xsrf = async () => (await context.cookies(place.url)).find(({ name }) => name === 'XSRF-TOKEN')?.value
  if ((await xsrf()) === undefined) await calls.get(`${place.url}/api/admin/system/basic-info`)
  return calls.fetch(place.url + path, {
    method,
    ...(data === null ? {} : { data }),
    headers: {
      'X-XSRF-TOKEN': (await xsrf()) ?? '',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  })
}

export function newCredentials(): Credentials {
  return {
    username: `u${randomBytes(6).toString('hex')}`,
    password: `pass-${randomBytes(6).toString('hex')}`,
  }
}

/** By the operator's invite code unless another is given. */
export async function registerPerson(
  place: Place,
  context: BrowserContext,
  inviteCode = place.firstRun.inviteCode,
): Promise<Credentials> {
  const credentials = newCredentials()
  const answer = await post(place, context, '/api/login/register', {
    ...credentials,
    confirmPassword: credentials.password,
    email: `${credentials.username}@example.com`,
    inviteCode,
    agreeTerms: true,
  })
  if (!answer.ok()) throw new Error(`registration failed: ${await answer.text()}`)
  return credentials
}

/** Signs in without the form; pages opened in the context from now on are signed in. */
export async function signIn(place: Place, context: BrowserContext, who: Credentials): Promise<Person> {
  const { username, password } = who
  const answer = await post(place, context, '/api/login/login', { username, password })
  if (!answer.ok()) throw new Error(`login failed: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { token: string; user: unknown } }
  await context.addInitScript(
    ([token, user]) => {
      // The empty page before the first one has no storage.
      if (!location.protocol.startsWith('http')) return
      // Once only: signing out in a journey must last.
      if (localStorage.getItem('signed-in-by-journey') === token) return
      localStorage.setItem('signed-in-by-journey', token)
      localStorage.setItem('token', token)
      localStorage.setItem('user', user)
    },
    [data.token, JSON.stringify(data.user)] as const,
  )
  return { ...who, token: data.token }
}
