import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { addUserNote } from '@truestrike/protocol/people-acts-endpoints.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { useActs } from '../orders/use-acts.ts'
import { UserNotes } from './UserNotes.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useAdminSession.getState().signOut()
})

function Notes() {
  return <UserNotes uid="1000000001" acts={useActs(async () => undefined)} />
}

/** The notes of a user; each that is written is `answered` before the server says that it has it. */
function openNotes(answered: () => Promise<void>) {
  const sent: { text: string; requestId: string }[] = []
  vi.spyOn(apiClient, 'request').mockImplementation(async (config) => {
    if (config.method === addUserNote.method) {
      sent.push(config.data as (typeof sent)[number])
      await answered()
    }
    return { status: 200, headers: {}, data: { success: true, data: { notes: [], nextCursor: null } } }
  })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <Notes />
    </QueryClientProvider>,
  )
  onTestFinished(() => client.clear())
  const field = screen.getByRole<HTMLInputElement>('textbox')
  return {
    ...{ sent, field },
    write: (value: string) => fireEvent.change(field, { target: { value } }),
    send: () => act(async () => void fireEvent.submit(field)),
  }
}

test('[D6] a note that is sent again is written once, another text is another note; without TLS, too', async () => {
  await startI18n()
  // As browsers have it on a page that comes without TLS from another machine.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  useAdminSession.setState({
    ...{ token: 'token' },
    admin: {
      ...{ username: 'ada', role: 'owner', permissions: ['users'] },
      ...{ mustChangePassword: false, mustSetUpTwoFactor: false },
    },
  })
  let isOut = true
  const { sent, field, write, send } = openNotes(async () => {
    if (isOut) throw new Error('no answer')
  })
  write('called back')
  await send()
  await send()
  write('called back twice')
  await send()
  isOut = false
  await send()
  expect(field.value).toBe('')
  write('called back twice')
  await send()
  expect(sent.map(({ text }) => text)).toEqual([
    ...['called back', 'called back'],
    ...['called back twice', 'called back twice', 'called back twice'],
  ])
  const [first, again, other, otherAgain, last] = sent.map(({ requestId }) => requestId)
  expect([again, otherAgain]).toEqual([first, other])
  expect(new Set([first, other, last]).size).toBe(3)
})

test('[D6] what is typed while a note is being written stays, and is another note', async () => {
  await startI18n()
  useAdminSession.setState({ token: 'token', admin: { permissions: ['users'] } as never })
  let answer = (): void => undefined
  const { sent, field, write, send } = openNotes(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  write('called back')
  await send()
  write('called back, asks for')
  await act(async () => answer())
  expect(field.value).toBe('called back, asks for')
  await send()
  await act(async () => answer())
  expect(field.value).toBe('')
  expect(sent.map(({ text }) => text)).toEqual(['called back', 'called back, asks for'])
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2)
})
