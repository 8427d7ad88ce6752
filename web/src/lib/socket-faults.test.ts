import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorText } from './error-text.ts'
import { startI18n } from './i18n.ts'
import { onSessionEnded } from './session-events.ts'
import { useSession } from './session-store.ts'
import { reportSocketFault } from './socket-faults.ts'
import { onToast } from './toast-bus.ts'

const toasts: string[] = []
const ended: string[] = []
let unlisten: () => void

beforeAll(async () => {
  await startI18n()
  onToast(({ text }) => toasts.push(text))
})
beforeEach(() => {
  localStorage.setItem('token', 'damaged')
  useSession.setState({ token: 'damaged' })
  toasts.length = 0
  ended.length = 0
  unlisten = onSessionEnded((text) => ended.push(text))
})
afterEach(() => unlisten())

test('[U-19] [S3] a damaged token ends the session with one message, whichever socket sees it first', () => {
  reportSocketFault('TOKEN_UNREADABLE')
  reportSocketFault('TOKEN_UNREADABLE')
  expect([useSession.getState().token, ended, toasts]).toEqual([
    null,
    [i18next.t('errors:SOCKET_TOKEN_UNREADABLE')],
    [],
  ])
})

test('[U-19] once a refused call has ended the session, a socket adds nothing', () => {
  useSession.getState().signOut(errorText('SESSION_EXPIRED'))
  reportSocketFault('TOKEN_UNREADABLE')
  expect([ended, toasts]).toEqual([[errorText('SESSION_EXPIRED')], []])
})

test('[U-19] a shell that begins to listen later still hears why the session ended, once', () => {
  unlisten()
  reportSocketFault('TOKEN_UNREADABLE')
  expect(ended).toEqual([])
  unlisten = onSessionEnded((text) => ended.push(text))
  onSessionEnded((text) => ended.push(text))()
  expect(ended).toEqual([i18next.t('errors:SOCKET_TOKEN_UNREADABLE')])
})

test('[S3] any other fault is told once in half a minute and leaves the session alone', () => {
  for (const nowMs of [0, 29_000, 30_000]) reportSocketFault('CONNECTION_ERROR', nowMs)
  expect([useSession.getState().token, toasts.length, ended]).toEqual(['damaged', 2, []])
})
