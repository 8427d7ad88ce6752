import { fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { checkCalls } from '../frame/checked-calls.ts'
import { isStill, renderConfigPage, setUpConfigPage } from './config-page-rig.tsx'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

const READ = 'GET /api/admin/system/config'
const SAVE = 'POST /api/admin/system/config/methods'

setUpConfigPage('methods')

const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const account = () => screen.findByLabelText<HTMLInputElement>(say('methods.accountNumber'))
const save = () => fireEvent.click(screen.getByRole('button', { name: say('save') }))

interface Method {
  id?: string
  accountNumber: string
  enabled: boolean
}

/** As the server does it: another account is another method; an answer comes when `answer` is called. */
function open() {
  let version = 1
  let ids = 1
  let methods: Method[] = [
    {
      ...{ id: '1', kind: 'bank', name: null, network: null, address: null, picture: null, instructions: '' },
      ...{ accountName: 'TEST', accountNumber: 'TEST 1', bankName: 'TEST BANK', enabled: true, isTest: true },
    } as Method,
  ]
  const waiting: (() => void)[] = []
  const checked = checkCalls({
    [READ]: () => ({
      ...{ methods, versions: { methods: { version, changedMs: null, changedBy: null } } },
      environment: { fundsMode: 'test' },
    }),
    [SAVE]: async (_query: unknown, body: { version: number; methods: Method[] }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      methods = body.methods.map((method) => {
        const before = methods.find(({ id }) => id === method.id)
        if (before?.accountNumber === method.accountNumber) return { ...before, ...method }
        ids += 1
        return { ...method, id: String(ids), isTest: false }
      })
      version += 1
      return { version }
    },
  })
  const client = renderConfigPage()
  const sent = () =>
    checked.calls.flatMap(({ call, body }) => (call === SAVE ? [body as { methods: Method[] }] : []))
  return {
    sent,
    faults: checked.faults,
    async answer(): Promise<void> {
      await waitFor(() => expect(waiting.length).toBe(1))
      waiting.shift()?.()
      await isStill()
    },
    /** By another administrator. */
    rename(accountNumber: string) {
      methods = methods.map((method) => ({ ...method, accountNumber }))
      version += 1
      return client.invalidateQueries()
    },
  }
}

test('[D12] [F2] a method whose account was saved keeps its new number while he types on before the answer', async () => {
  const page = open()
  fireEvent.change(await account(), { target: { value: 'DE00 1' } })
  save()
  fireEvent.click(screen.getByRole('switch'))
  await page.answer()
  save()
  await page.answer()
  expect(page.sent().map(({ methods }) => methods)).toMatchObject([
    [{ id: '1', accountNumber: 'DE00 1', enabled: true }],
    [{ id: '2', accountNumber: 'DE00 1', enabled: false }],
  ])
  expect(page.faults).toEqual([])
})

test('[D12] a second press while a save is under way types nothing: a colleague’s change is simply shown', async () => {
  const page = open()
  fireEvent.change(await account(), { target: { value: 'DE00 1' } })
  save()
  save()
  await page.answer()
  await page.rename('DE00 2')
  await waitFor(async () => expect((await account()).value).toBe('DE00 2'))
  expect(page.sent()).toHaveLength(1)
  expect(screen.queryByText(i18next.t('admin:conflict.text'))).toBeNull()
})
