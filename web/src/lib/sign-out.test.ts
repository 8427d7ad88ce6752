import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onSessionEnded } from './session-events.ts'
import { useSession } from './session-store.ts'
import { signOutHere } from './sign-out.ts'

/** What the server answers, call by call; then 200. */
let answers: (Error | number)[]
const asked = vi.fn(async (_path: string, _call: RequestInit) => {
  const answer = answers.shift() ?? 200
  if (answer instanceof Error) throw answer
  return new Response('{}', { status: answer })
})

const TOKEN = 'of this file'
/** What other files' pages left untold asks too once the network is said to be back: answered, and not counted. */
const fetchHere = async (path: string, call: RequestInit): Promise<Response> =>
  new Headers(call.headers).get('Authorization') === `Bearer ${TOKEN}`
    ? asked(path, call)
    : new Response('{}')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', fetchHere)
  asked.mockClear()
  useSession.setState({ token: TOKEN, user: null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)
const setXsrf = (cookie: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the one that the server sets.
  document.cookie = cookie
}
const headers = () => asked.mock.calls.map(([, call]) => call.headers)
const OFFLINE = new TypeError('offline')

test.each([
  ['the network is away', OFFLINE],
  ['the server is not ready', 503],
] as const)('[A11] [A12] while %s the sign-out is told again, until it is heard', async (_why, first) => {
  answers = [first]
  setXsrf('OLD-XSRF-TOKEN=another')
  setXsrf('XSRF-TOKEN=first')
  signOutHere()
  setXsrf('XSRF-TOKEN=second')
  expect(useSession.getState().token).toBeNull()
  await seconds(2)
  expect(headers()).toEqual([
    { Authorization: `Bearer ${TOKEN}`, 'X-XSRF-TOKEN': 'first' },
    { Authorization: `Bearer ${TOKEN}`, 'X-XSRF-TOKEN': 'second' },
  ])
  await seconds(3_600)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('[A11] [A12] a line that has died without a word is given up, and the sign-out told again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(), ms)
    return ending.signal
  })
  answers = []
  asked.mockImplementationOnce(
    (_path, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(OFFLINE))),
  )
  signOutHere()
  await seconds(14)
  expect(asked).toHaveBeenCalledTimes(1)
  await seconds(10)
  expect(asked).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

test('[A11] a session that the server no longer knows is over; a next one here goes on', async () => {
  answers = [OFFLINE, 401]
  signOutHere()
  useSession.setState({ token: 'next' })
  await seconds(3_600)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(useSession.getState().token).toBe('next')
})

test('[A11] [A12] it is told as soon as the network is back, and not for ever where it stays away', async () => {
  answers = Array(6).fill(OFFLINE)
  signOutHere()
  await seconds(32)
  expect(asked).toHaveBeenCalledTimes(6)
  globalThis.dispatchEvent(new Event('online'))
  await seconds(0)
  expect(asked).toHaveBeenCalledTimes(7)

  asked.mockClear()
  answers = Array(100).fill(OFFLINE)
  useSession.setState({ token: TOKEN })
  signOutHere()
  await seconds(2 * 3_600)
  expect(asked).toHaveBeenCalledTimes(30)
})

test('[A11] what fails at the end of a session keeps the server from nothing', async () => {
  answers = []
  const forget = onSessionEnded(() => {
    throw new Error('a listener that fails')
  })
  expect(() => signOutHere('why')).toThrow('a listener that fails')
  forget()
  await seconds(0)
  expect(asked).toHaveBeenCalledTimes(1)
})
