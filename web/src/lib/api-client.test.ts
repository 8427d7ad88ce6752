// @vitest-environment node
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { UserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { getUserInfo, login } from '@truestrike/protocol/account-endpoints.ts'
import { uploadSitePicture } from '@truestrike/protocol/config-endpoints.ts'
import { getContract } from '@truestrike/protocol/trade-endpoints.ts'
import i18next from 'i18next'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import errors from '../locales/en-US/errors.json' with { type: 'json' }
import { apiClient, call, carryOut, layoutClient } from './api-client.ts'
import { ApiError, isOutcomeUnknown } from './api-error.ts'
import { onSessionEnded } from './session-events.ts'
import { useSession } from './session-store.ts'
import { onToast } from './toast-bus.ts'
import { callUpload } from './upload.ts'
import { loadUserInfo } from './user-info.ts'

type Handler = (response: ServerResponse, headers: Record<string, unknown>, url: string) => void

let server: Server
let answer: Handler = () => undefined
const toasts: string[] = []
const ended: string[] = []
onToast(({ text }) => toasts.push(text))
onSessionEnded((text) => ended.push(text))

const zero = { total: '0', available: '0', inPosition: '0', frozen: '0' }
const user = (balanceVersion: number): UserInfo => ({
  uid: '1',
  username: 'ada',
  nickname: 'ada',
  avatar: null,
  loginType: 'account',
  signedInBy: 'password',
  balance: '0',
  balances: { demo: { ...zero, available: String(balanceVersion) }, real: zero },
  balanceVersion,
})

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function refusal(status: number, code: string, message: string): Handler {
  return (response) => reply(response, status, { success: false, code, message, requestId: 'r' })
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

beforeAll(async () => {
  await i18next.init({ lng: 'en-US', resources: { 'en-US': { errors } } })
  server = createServer((request, response) => answer(response, request.headers, request.url ?? ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (const client of [apiClient, layoutClient]) {
    client.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  toasts.length = 0
  ended.length = 0
  useSession.setState({ token: 'tok-1234567890', user: user(1) })
})

test('[E2] what breaks in this browser is an unknown error in words, and nobody knows whether the server acted', async () => {
  answer = (response) => reply(response, 200, { success: true, data: {} })
  const broken = (): never => {
    throw new TypeError('not for the user')
  }
  const error = await failure(carryOut(getUserInfo, {}, {}, {}, broken))
  expect(error).toMatchObject({ code: 'UNKNOWN', status: 0, message: errors.UNKNOWN })
  expect([toasts, isOutcomeUnknown(error)]).toEqual([[errors.UNKNOWN], true])
})

test('[E1] a call carries token and language, has its time limit, and fills the path', async () => {
  let seen: unknown
  answer = (response, headers, url) => {
    seen = { authorization: headers.authorization, language: headers['accept-language'], url }
    reply(response, 200, { success: true, data: { contract: { id: '7' } } })
  }
  const { contract } = await call(getContract, { params: { id: '7' } })
  expect(contract.id).toBe('7')
  expect(seen).toEqual({
    authorization: 'Bearer tok-1234567890',
    language: 'en-US',
    url: '/api/trade/contracts/7',
  })
  expect([apiClient.defaults.timeout, layoutClient.defaults.timeout]).toEqual([15_000, 10_000])
  expect([apiClient.defaults.xsrfCookieName, apiClient.defaults.xsrfHeaderName]).toEqual([
    'XSRF-TOKEN',
    'X-XSRF-TOKEN',
  ])
})

test('[D12][F2][B-1] a form with a file keeps its content type when an administrator’s token is passed', async () => {
  let seen: unknown
  answer = (response, headers) => {
    seen = { authorization: headers.authorization, type: String(headers['content-type']).split(';')[0] }
    reply(response, 200, { success: true, data: { address: '/uploads/site-1.png' } })
  }
  const files = [new File(['logo'], 'logo.png', { type: 'image/png' })]
  await callUpload(uploadSitePicture, { files }, { onProgress: () => undefined, token: 'adm-1234567890' })
  expect(seen).toEqual({ authorization: 'Bearer adm-1234567890', type: 'multipart/form-data' })
})

test.each([
  [403, 'ACCESS_DENIED', 'No permission for this operation'],
  [404, 'NOT_FOUND', 'Requested resource does not exist'],
  [500, 'SERVER_ERROR', 'Server error, try again later'],
  [409, 'INSUFFICIENT_BALANCE', 'words of the server'],
])('[E2] %i %s shows its text and rejects', async (status, code, text) => {
  answer = refusal(status, code, 'words of the server')
  const error = await failure(call(getUserInfo))
  expect(error.code).toBe(code)
  expect(toasts).toEqual([text])
})

test('[E2] success false without a message is "Operation failed", even with status 200', async () => {
  answer = (response) => reply(response, 200, { success: false })
  await failure(call(getUserInfo))
  expect(toasts).toEqual(['Operation failed'])
})

test('[E2] 401 clears token and user and leads to sign-in, once', async () => {
  answer = refusal(401, 'SESSION_EXPIRED', 'x')
  await Promise.all([failure(call(getUserInfo)), failure(call(getUserInfo))])
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
  expect(ended).toEqual(['Login expired, please log in again'])
})

test('[E2] a refused sign-in keeps whoever is signed in', async () => {
  answer = refusal(401, 'LOGIN_FAILED', 'Username or password is not correct')
  await failure(call(login, { body: { username: 'ada', password: 'wrong-one' } }))
  expect(useSession.getState().token).toBe('tok-1234567890')
  expect([ended, toasts]).toEqual([[], ['Username or password is not correct']])
})

test('[E2] no answer, too late, and a proxy in between each have their words', async () => {
  answer = (response) => response.destroy()
  const lost = await failure(call(getUserInfo))
  expect(lost.message).toBe('Network error, maybe cross-origin or the server did not respond')
  answer = () => undefined
  apiClient.defaults.timeout = 30
  const late = await failure(call(getUserInfo))
  apiClient.defaults.timeout = 15_000
  expect(late.message).toBe('Request timeout')
  answer = (response) => response.writeHead(502).end('<html>')
  const proxy = await failure(call(getUserInfo))
  expect(proxy.message).toBe('Network error')
  expect([lost, late, proxy].every(isOutcomeUnknown)).toBe(true)
})

test('[E6] a late answer never overwrites a newer one, nor newer balances', async () => {
  const pending: ServerResponse[] = []
  answer = (response) => pending.push(response)
  const loads = [loadUserInfo(), loadUserInfo()]
  await expect.poll(() => pending.length).toBe(2)
  const [first, second] = pending
  if (first === undefined || second === undefined) throw new Error('two requests were made')
  reply(second, 200, { success: true, data: user(5) })
  await expect.poll(() => useSession.getState().user?.balanceVersion).toBe(5)
  reply(first, 200, { success: true, data: user(9) })
  await Promise.all(loads)
  expect(useSession.getState().user?.balanceVersion).toBe(5)
  useSession.getState().applyBalances({ demo: zero, real: zero, version: 8 })
  useSession.getState().applyBalances({ demo: zero, real: zero, version: 6 })
  answer = (response) => reply(response, 200, { success: true, data: { ...user(7), nickname: 'Ada L.' } })
  await loadUserInfo()
  expect(useSession.getState().user).toMatchObject({ balanceVersion: 8, nickname: 'Ada L.' })
})
