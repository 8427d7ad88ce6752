import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, startI18n } from '../i18n.ts'
import { onSessionEnded } from '../session-events.ts'
import { useSession } from '../session-store.ts'
import { watchWallet } from './wallet-watch.ts'

const ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'
const session = { key: 'window.ethereum', chain: 'eth', address: ADDRESS } as const
/** What the wallet answers; `never` for a wallet that hangs. */
let accounts: () => Promise<unknown> = async () => [ADDRESS]
let stop: () => void
let ended = 0
let unlisten: () => void

// Real time would pass while they load.
beforeAll(async () => {
  await startI18n()
  await loadTexts('wallet')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  Object.assign(window, { ethereum: { isMetaMask: true, request: () => accounts() } })
  // biome-ignore lint/suspicious/noDocumentCookie: the one that the server sets.
  document.cookie = 'XSRF-TOKEN=of-this-browser'
  useSession.setState({ token: 'token', user: null })
  accounts = async () => [ADDRESS.toLowerCase()]
  ended = 0
  unlisten = onSessionEnded(() => {
    ended += 1
  })
  stop = watchWallet(session)
})
afterEach(() => {
  stop()
  unlisten()
  delete window.ethereum
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)
const isSignedIn = (): boolean => useSession.getState().token !== null

test('[A7] as long as the wallet shows the account the session goes on', async () => {
  await seconds(120)
  expect([isSignedIn(), ended]).toEqual([true, 0])
})

test('[A7] another account ends the session at the next look', async () => {
  await seconds(1)
  accounts = async () => ['0x52908400098527886E0F7030069857D2E4169EE7']
  await seconds(3)
  expect(isSignedIn()).toBe(true)
  await seconds(2)
  expect([isSignedIn(), ended]).toEqual([false, 1])
})

test('[A7] a wallet that is not there has ten seconds after the page load, then it counts as gone', async () => {
  delete window.ethereum
  await seconds(9)
  expect(isSignedIn()).toBe(true)
  await seconds(2)
  expect([isSignedIn(), ended]).toEqual([false, 1])
})

test('[A7] a wallet that was slow once is asked again; one that stays silent is gone', async () => {
  await seconds(21)
  accounts = () => new Promise(() => {})
  await seconds(8)
  accounts = async () => [ADDRESS]
  await seconds(20)
  expect(isSignedIn()).toBe(true)
  accounts = () => Promise.reject(new Error('disconnected'))
  await seconds(11)
  expect([isSignedIn(), ended]).toEqual([false, 1])
})

test('[A7] [A12] a network that hangs holds up no sign-out when the wallet goes; the server is told for as long as it takes', async () => {
  const hanging = vi.fn((_path: string, _call: RequestInit) => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', hanging)
  delete window.ethereum
  await seconds(11)
  expect([isSignedIn(), localStorage.getItem('token'), ended]).toEqual([false, null, 1])
  // Of the session that was, and also when the page goes.
  expect(hanging.mock.calls).toEqual([
    [
      '/api/login/logout',
      expect.objectContaining({
        ...{ method: 'POST', keepalive: true },
        headers: { Authorization: 'Bearer token', 'X-XSRF-TOKEN': 'of-this-browser' },
      }),
    ],
  ])
})

test('[A7] who has signed out is not signed out again', async () => {
  stop()
  accounts = async () => []
  await seconds(30)
  expect([isSignedIn(), ended]).toEqual([true, 0])
})
