import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { checkCalls } from '../frame/checked-calls.ts'
import { usePageAddress } from '../frame/page-address.ts'
import { isStill, renderConfigPage, setUpConfigPage } from './config-page-rig.tsx'

vi.mock('../frame/mount-page.tsx', () => import('../frame/mounted-pages.ts'))

setUpConfigPage('methods')

const PICTURE = `/uploads/site/${'a'.repeat(22)}.webp`
const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const field = (key: string) => screen.findByLabelText<HTMLInputElement>(say(key))
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: say('save') })
const pictures = () =>
  [...document.querySelectorAll('.set-picture img')].map((img) => img.getAttribute('src'))
const picker = (at = 0) => document.querySelectorAll<HTMLInputElement>('input[type="file"]')[at]

const METHOD = {
  ...{ kind: 'bank', name: null, network: null, address: null, picture: null, instructions: '' },
  ...{ accountName: 'A', bankName: 'B', enabled: true, isTest: false },
}
const BASIC = {
  ...{ siteName: 'Old name', siteDescription: '', operatorName: '', logo: null },
  ...{ inviteCodeRequired: false, walletLogin: true, emailLogin: true },
  customerService: { enabled: false, serviceLink: '', hours: '' },
}

/** The page; an upload waits until it is `answered`, or `refused`. */
function open() {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const version = { version: 1, changedMs: null, changedBy: null }
  const checked = checkCalls({
    'GET /api/admin/system/config': {
      ...{ basic: BASIC, versions: { methods: version, basic: version } },
      methods: ['1', '2'].map((id) => ({ ...METHOD, id, accountNumber: `DE00 ${id}` })),
      environment: { fundsMode: 'live', mail: { kind: 'none' } },
    },
    'POST /api/admin/system/pictures': async () => {
      await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
      return { address: PICTURE }
    },
    'POST /api/admin/system/config/methods': { version: 2 },
    'POST /api/admin/system/config/basic': { version: 2 },
  })
  renderConfigPage()
  const end = async (how: 'resolve' | 'reject'): Promise<void> => {
    await waitFor(() => expect(waiting).toHaveLength(1))
    await act(async () => waiting.shift()?.[how](new ApiError('INVALID_PARAMETERS', 'Too large')))
    await waitFor(() => expect(document.querySelector('input[aria-busy="true"]')).toBeNull())
  }
  return {
    faults: checked.faults,
    sent: (path: string) =>
      checked.calls.flatMap(({ call, body }) =>
        call === `POST /api/admin/system/${path}` ? [body as Record<string, unknown>] : [],
      ),
    answered: () => end('resolve'),
    refused: () => end('reject'),
  }
}

function choose(at = 0): void {
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  const input = picker(at)
  if (input !== undefined) fireEvent.change(input, { target: { files: [file] } })
}

test('[B-1] [D12] a picture of a method that has finished uploading leaves what was typed, added and moved meanwhile', async () => {
  const page = open()
  const numbers = () => screen.getAllByLabelText<HTMLInputElement>(say('methods.accountNumber'))
  await waitFor(() => expect(numbers()).toHaveLength(2))
  choose(0)
  const [first] = numbers()
  if (first !== undefined) fireEvent.change(first, { target: { value: 'DE99' } })
  const [down] = screen.getAllByRole('button', { name: say('methods.down') })
  if (down !== undefined) fireEvent.click(down)
  await page.answered()
  expect(numbers().map(({ value }) => value)).toEqual(['DE00 2', 'DE99'])
  fireEvent.click(saveButton())
  await isStill()
  const [body] = page.sent('config/methods')
  expect(body).toMatchObject({ methods: [{ picture: null }, { accountNumber: 'DE99', picture: PICTURE }] })
  expect(page.faults).toEqual([])
})

test('[B-1] [D12] a method that was removed during its upload stays removed, no other gets its picture, and nothing waits for it', async () => {
  const page = open()
  const removes = () => screen.getAllByRole('button', { name: say('remove') })
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(2))
  choose(0)
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  const [first] = removes()
  if (first !== undefined) fireEvent.click(first)
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(saveButton().disabled).toBe(false)
  await page.answered()
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(pictures()).toEqual([])
})

test('[B-1] [D12] a form shows that a picture is uploading, and is saved with it, not before', async () => {
  const page = open()
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(2))
  choose(1)
  await waitFor(() => expect(picker(1)?.getAttribute('aria-busy')).toBe('true'))
  expect(saveButton().disabled).toBe(true)
  // Enter in a field asks the form too.
  const form = document.querySelector('form')
  if (form !== null) fireEvent.submit(form)
  await page.answered()
  expect(page.sent('config/methods')).toEqual([])
  expect(picker(1)?.getAttribute('aria-busy')).toBeNull()
  expect(saveButton().disabled).toBe(false)
  fireEvent.click(saveButton())
  await isStill()
  expect(page.sent('config/methods')).toMatchObject([{ methods: [{ picture: null }, { picture: PICTURE }] }])
})

test('[B-1] [D12] after a picture that was refused the form can be saved again', async () => {
  const page = open()
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(2))
  choose(0)
  await page.refused()
  expect(await screen.findByText('Too large')).toBeTruthy()
  expect(saveButton().disabled).toBe(false)
})

test('[B-1] [D12] a logo that has finished uploading leaves what was typed meanwhile', async () => {
  usePageAddress.setState({ search: '?section=basic' })
  const page = open()
  const name = await field('basic.siteName')
  choose()
  fireEvent.change(name, { target: { value: 'New name' } })
  fireEvent.change(await field('basic.hours'), { target: { value: '9–17' } })
  await page.answered()
  expect(name.value).toBe('New name')
  fireEvent.click(saveButton())
  await isStill()
  expect(page.sent('config/basic')).toMatchObject([
    { basic: { siteName: 'New name', logo: PICTURE, customerService: { hours: '9–17' } } },
  ])
  expect(page.faults).toEqual([])
})
