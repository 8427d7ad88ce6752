import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { mountedPage } from '../frame/mounted-pages.ts'
import { usePageAddress } from '../frame/page-address.ts'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

const READ = 'GET /api/admin/system/config'
const SAVE = 'POST /api/admin/system/config/mail'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings'])
  await import('./SystemConfigPage.tsx')
})
beforeEach(() => {
  usePageAddress.setState({ search: '?section=mail' })
  useAdminSession.setState({ token: 'token', admin: { permissions: ['system'] } as never })
})
afterEach(() => {
  cleanup()
  useAdminSession.setState({ token: null, admin: null })
  usePageAddress.setState({ search: '' })
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const sender = () => screen.findByLabelText<HTMLInputElement>(say('mail.senderName'))
const type = async (value: string) => fireEvent.change(await sender(), { target: { value } })
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: say(key) }))
const isStill = () => waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())

/** The page, and what the server has; `put` is what another administrator does. */
function open() {
  let saved = { senderName: 'Desk', version: 3 }
  const put = (senderName: string) => {
    saved = { senderName, version: saved.version + 1 }
  }
  const checked = checkCalls({
    [READ]: () => ({
      mail: { senderName: saved.senderName, replyTo: '' },
      versions: { mail: { version: saved.version, changedMs: null, changedBy: null } },
      environment: { mail: { kind: 'inbox', server: null, hasUser: false, hasPassword: false, from: null } },
    }),
    [SAVE]: (_query: unknown, { version, mail }: { version: number; mail: { senderName: string } }) => {
      if (version !== saved.version) throw new ApiError('CONFIG_CHANGED', 'Changed')
      put(mail.senderName)
    },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Page = mountedPage('system-config')
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  const sent = () => checked.calls.flatMap(({ call, body }) => (call === SAVE ? [body] : []))
  return {
    put,
    lookAgain: () => client.invalidateQueries(),
    async save(): Promise<unknown> {
      const before = sent().length
      press('save')
      await waitFor(() => expect(sent().length).toBe(before + 1))
      await isStill()
      return sent().at(-1)
    },
  }
}

test('[D12] what was typed over settings that somebody else changed stays until the others are asked for', async () => {
  const page = open()
  await type('Mine')
  page.put('Theirs')
  expect(await page.save()).toMatchObject({ version: 3 })
  await screen.findByText(say('conflict.text'))
  expect((await sender()).value).toBe('Mine')
  // Pressing on neither replaces what he has not seen nor loses what he typed.
  expect(await page.save()).toMatchObject({ version: 3, mail: { senderName: 'Mine' } })
  expect((await sender()).value).toBe('Mine')

  press('conflict.take')
  await waitFor(async () => expect((await sender()).value).toBe('Theirs'))
  expect(screen.queryByText(say('conflict.text'))).toBeNull()
  await type('Mine after all')
  expect(await page.save()).toMatchObject({ version: 4, mail: { senderName: 'Mine after all' } })
  expect(screen.queryByText(say('conflict.text'))).toBeNull()
  expect(await page.save()).toMatchObject({ version: 5 })
})

test('[D12] a form that is looked at again while somebody else saves keeps what was typed', async () => {
  const page = open()
  await type('Mine')
  page.put('Theirs')
  await page.lookAgain()
  await screen.findByText(say('conflict.text'))
  expect((await sender()).value).toBe('Mine')
})
