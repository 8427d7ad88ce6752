import { fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { checkCalls } from '../frame/checked-calls.ts'
import { isStill, renderConfigPage, setUpConfigPage } from './config-page-rig.tsx'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

const READ = 'GET /api/admin/system/config'
const SAVE = 'POST /api/admin/system/config/mail'

setUpConfigPage('mail')

const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const held = () => i18next.t('admin:conflict.text')
const TAKE = () => i18next.t('admin:conflict.take')
const REFUSED = 'Changed, load it again'
const sender = () => screen.findByLabelText<HTMLInputElement>(say('mail.senderName'))
const type = async (value: string) => fireEvent.change(await sender(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** The page, and what the server has; `put` is what another administrator does. */
function open() {
  let saved = { senderName: 'Desk', version: 3 }
  let isDown = false
  let kind = 'inbox'
  const put = (senderName: string) => {
    if (senderName !== saved.senderName) saved = { senderName, version: saved.version + 1 }
  }
  const checked = checkCalls({
    [READ]: () => {
      if (isDown) throw new Error('no answer')
      return {
        mail: { senderName: saved.senderName, replyTo: '' },
        versions: { mail: { version: saved.version, changedMs: null, changedBy: null } },
        environment: {
          mail: { kind, server: null, hasUser: false, hasPassword: false, from: null },
        },
      }
    },
    [SAVE]: (_query: unknown, { version, mail }: { version: number; mail: { senderName: string } }) => {
      if (version !== saved.version) throw new ApiError('CONFIG_CHANGED', REFUSED)
      put(mail.senderName.trim())
      return { version: saved.version }
    },
  })
  const client = renderConfigPage()
  const sent = () => checked.calls.flatMap(({ call, body }) => (call === SAVE ? [body] : []))
  return {
    put,
    goDown: (down: boolean) => {
      isDown = down
    },
    setKind: (value: string) => {
      kind = value
    },
    lookAgain: () => client.invalidateQueries(),
    async save(): Promise<unknown> {
      const before = sent().length
      press(say('save'))
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
  await screen.findByText(held())
  expect((await sender()).value).toBe('Mine')
  // One thing is said, not also that he should load it again.
  expect(screen.queryByText(REFUSED)).toBeNull()
  // Pressing on neither replaces what he has not seen nor loses what he typed.
  expect(await page.save()).toMatchObject({ version: 3, mail: { senderName: 'Mine' } })
  expect((await sender()).value).toBe('Mine')

  press(TAKE())
  await waitFor(async () => expect((await sender()).value).toBe('Theirs'))
  expect(screen.queryByText(held())).toBeNull()
  expect(screen.queryByText(REFUSED)).toBeNull()
  await type('Mine after all')
  expect(await page.save()).toMatchObject({ version: 4, mail: { senderName: 'Mine after all' } })
  expect(screen.queryByText(held())).toBeNull()
  expect(await page.save()).toMatchObject({ version: 5 })
})

test('[D12] a form that is looked at again while somebody else saves keeps what was typed', async () => {
  const page = open()
  await type('Mine')
  page.put('Theirs')
  await page.lookAgain()
  await screen.findByText(held())
  expect((await sender()).value).toBe('Mine')
  // What is around the form is of now all the same.
  page.setKind('smtp')
  await page.lookAgain()
  await screen.findByText(say('mail.kind.smtp'))
  expect((await sender()).value).toBe('Mine')
})

test('[D12] after a save of nothing new, what a colleague saves is held like any other', async () => {
  const page = open()
  await sender()
  for (let times = 0; times < 2; times += 1) expect(await page.save()).toMatchObject({ version: 3 })
  expect(screen.queryByText(REFUSED)).toBeNull()
  await type('Mine')
  page.put('Theirs')
  expect(await page.save()).toMatchObject({ version: 3 })
  await screen.findByText(held())
  expect((await sender()).value).toBe('Mine')
})

test('[D12] what was saved and could not be read again is saved over that version, with what was typed since', async () => {
  const page = open()
  await type('Mine')
  page.goDown(true)
  await page.save()
  page.goDown(false)
  await type('Mine after all')
  expect(await page.save()).toMatchObject({ version: 4, mail: { senderName: 'Mine after all' } })
  expect(screen.queryByText(held())).toBeNull()
  expect((await sender()).value).toBe('Mine after all')
})

test('[D12] a form nobody typed in shows what somebody else saves, and says nothing', async () => {
  const page = open()
  await sender()
  page.put('Theirs')
  await page.lookAgain()
  await waitFor(async () => expect((await sender()).value).toBe('Theirs'))
  expect(screen.queryByText(held())).toBeNull()
})
