import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Announcement } from '@truestrike/protocol/announcement-endpoints.ts'
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

const LIST = 'GET /api/admin/announcements'
const KEEP = 'POST /api/admin/announcements'
const EDIT = 'POST /api/admin/announcements/:id'
const PUBLISH = 'POST /api/admin/announcements/:id/publish'
const WITHDRAW = 'POST /api/admin/announcements/:id/withdraw'
const LOST = 'No answer came'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-announcements'])
  await import('./AnnouncementsPage.tsx')
}, 60_000)
beforeEach(() => {
  usePageAddress.setState({ search: '?announcement=new' })
  useAdminSession.setState({ token: 'token', admin: { permissions: ['announcements'] } as never })
})
afterEach(() => {
  cleanup()
  useAdminSession.setState({ token: null, admin: null })
  usePageAddress.setState({ search: '' })
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin-announcements:${key}`)
const held = () => i18next.t('admin:conflict.text')
const words = async () => (await screen.findByLabelText<HTMLTextAreaElement>(say('text'))).value
const word = async (key: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(say(key)), { target: { value } })

type Content = Pick<Announcement, 'texts' | 'fallback' | 'fromMs' | 'toMs' | 'mail'>
const inEnglish = (text: string) => ({ 'en-US': { title: 'New pairs', text } })

let nowMs = 0
/** A press of its own, or the second half of the last one; however busy the machine is. */
function click(button: HTMLElement, afterMs = 1_000): void {
  nowMs += afterMs
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: nowMs })
  fireEvent(button, event)
}

/** The page with a new one begun, and what the server has of it; a call of `failures` is carried out or not, and not answered. */
async function open(failures: Record<string, 'before' | 'after'> = {}) {
  const facts = {
    ...{ id: '9', author: 'ada', createdMs: 1, publishedMs: null, withdrawnMs: null, mailed: 0 },
  }
  let kept: Announcement | null = null
  const fails = (call: string, when: 'before' | 'after'): void => {
    if (failures[call] !== when) return
    delete failures[call]
    throw new ApiError('NETWORK_ERROR', LOST)
  }
  /** What a call makes of it. */
  const step =
    (call: string, make: (body: Content) => Partial<Announcement>) =>
    (_query: unknown, { version, ...content }: Content & { version?: number; requestId?: string }) => {
      fails(call, 'before')
      if (version !== undefined && version !== kept?.version) throw new ApiError('REVIEW_CONFLICT', 'Other')
      const before = kept ?? ({ ...facts, state: 'draft', version: 0 } as Announcement)
      kept = { ...before, ...make(content), version: before.version + 1 }
      fails(call, 'after')
      return { announcement: kept }
    }
  const checked = checkCalls({
    [LIST]: () => ({ announcements: kept === null ? [] : [kept], nextCursor: null, sendsMails: true }),
    'GET /api/admin/announcements/:id': () => ({ announcement: kept, told: 0 }),
    [KEEP]: step(KEEP, ({ texts, fallback, fromMs, toMs, mail }) => ({
      texts,
      fallback,
      fromMs,
      toMs,
      mail,
    })),
    [EDIT]: step(EDIT, (content) => content),
    [PUBLISH]: step(PUBLISH, () => ({ state: 'published', publishedMs: 2 })),
    [WITHDRAW]: step(WITHDRAW, () => ({ state: 'withdrawn', withdrawnMs: 3 })),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Page = mountedPage('announcements')
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await word('title', 'New pairs')
  await word('text', 'From Monday on.')
  return {
    faults: checked.faults,
    /** Another administrator words it otherwise. */
    reword: async (text: string) => {
      if (kept !== null) kept = { ...kept, texts: inEnglish(text), version: kept.version + 1 }
      await client.invalidateQueries()
    },
    /** Presses a button and waits until all it does is done; what was sent. */
    async press(key: string) {
      const before = checked.calls.length
      click(screen.getByRole('button', { name: say(key) }))
      await waitFor(() => {
        expect(screen.queryByRole('button', { busy: true })).toBeNull()
        expect(client.isFetching()).toBe(0)
      })
      const sent = checked.calls.slice(before).filter(({ call }) => call.startsWith('POST'))
      return sent as { call: string; body: { requestId?: string } }[]
    },
    /** Presses, reads the question, and confirms it. */
    async drop() {
      await this.press('drop')
      const question = await screen.findByRole('alertdialog', {}, { timeout: 10_000 })
      expect(checked.calls.some(({ call }) => call === WITHDRAW)).toBe(false)
      click(within(question).getByRole('button', { name: say('drop') }))
      await waitFor(() => expect(address()).toBe(''))
      return checked.calls.filter(({ call }) => call === WITHDRAW)
    },
    async publish() {
      await this.press('publish')
      return this.press('publishSure')
    },
  }
}

const address = () => usePageAddress.getState().search

test('[D12] after a publish that failed the draft lies open as it is kept; what is corrected then goes out', async () => {
  const page = await open({ [PUBLISH]: 'before' })
  expect((await page.publish()).map(({ call }) => call)).toEqual([KEEP, PUBLISH])
  expect(address()).toBe('?announcement=9')
  expect(await screen.findByText(LOST)).toBeTruthy()
  expect(await words()).toBe('From Monday on.')
  await word('text', 'From Tuesday on.')
  expect(await page.publish()).toMatchObject([
    { call: EDIT, body: { version: 1, texts: inEnglish('From Tuesday on.') } },
    { call: PUBLISH, body: { version: 2 } },
  ])
  await screen.findByRole('button', { name: say('withdraw') })
  expect(page.faults).toEqual([])
})

test('[D12] a publish whose answer was lost is shown as done', async () => {
  const page = await open({ [PUBLISH]: 'after' })
  await page.publish()
  expect(await screen.findByRole('button', { name: say('withdraw') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: say('publish') })).toBeNull()
})

test('[D12] a draft that could not be published is dropped, and closes', async () => {
  const page = await open({ [PUBLISH]: 'before' })
  await page.publish()
  expect(await page.drop()).toMatchObject([{ call: WITHDRAW, body: { version: 1 } }])
  expect(address()).toBe('')
})

test('[D12] one whose answer was lost is kept once; other words are another request, which the server takes', async () => {
  const page = await open({ [KEEP]: 'before' })
  const [first] = await page.press('save')
  await word('title', 'More pairs')
  await word('title', 'New pairs')
  const [again] = await page.press('save')
  expect(again?.body).toEqual(first?.body)
  cleanup()
  usePageAddress.setState({ search: '?announcement=new' })
  const other = await open({ [KEEP]: 'before' })
  const [lostOne] = await other.press('save')
  await word('title', 'More pairs')
  const [fresh] = await other.press('save')
  expect(fresh?.call).toBe(KEEP)
  expect(fresh?.body.requestId).not.toBe(lostOne?.body.requestId)
})

test('[D12] what is typed in a draft stays while a colleague rewords it, until his words are asked for', async () => {
  const page = await open()
  await page.press('save')
  await page.reword('From Friday on.')
  await waitFor(async () => expect(await words()).toBe('From Friday on.'))
  await word('text', 'From Tuesday on.')
  await page.reword('From Sunday on.')
  await screen.findByText(held())
  expect(await page.press('save')).toMatchObject([{ call: EDIT, body: { version: 2 } }])
  expect(await words()).toBe('From Tuesday on.')
  expect(screen.queryByText('Other')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: i18next.t('admin:conflict.take') }))
  expect(await words()).toBe('From Sunday on.')
  expect(screen.queryByText(held())).toBeNull()
  await word('text', 'From Wednesday on.')
  expect(await page.press('save')).toMatchObject([{ call: EDIT, body: { version: 3 } }])
})

test('[D12] [B-14] a double press on "Publish" asks, and answers nothing; a press of its own publishes', async () => {
  const page = await open()
  await page.press('save')
  const publish = () => screen.getByRole('button', { name: new RegExp(`^${say('publish')}`) })
  click(publish())
  click(publish(), 50)
  expect(publish().textContent).toBe(say('publishSure'))
  expect(screen.getByText(say('sure'))).toBeTruthy()
  expect((await page.press('publishSure')).map(({ call }) => call)).toEqual([EDIT, PUBLISH])
  // The last half meets the button that has come to its place, which asks.
  click(await screen.findByRole('button', { name: say('withdraw') }), 50)
  expect((await screen.findByRole('alertdialog')).textContent).toContain(say('withdrawText'))
  expect(screen.queryByRole('button', { busy: true })).toBeNull()
  expect(await page.press('withdraw')).toHaveLength(1)
})

test('[D12] "Publish" asks once nothing is missing: no question is answered that did not stand', async () => {
  const page = await open()
  await word('text', '')
  await page.press('publish')
  expect(screen.getByText(say('fault.half'))).toBeTruthy()
  await word('text', 'From Monday on.')
  expect(screen.queryByText(say('sure'))).toBeNull()
  expect(await page.press('publish')).toEqual([])
  expect(screen.getByText(say('sure'))).toBeTruthy()
})

test('[D12] the question before a draft is dropped changes nothing when it is left', async () => {
  const page = await open()
  await page.press('save')
  expect(await page.press('drop')).toEqual([])
  const question = await screen.findByRole('alertdialog', {}, { timeout: 10_000 })
  expect(question.textContent).toContain(say('dropText'))
  click(within(question).getByRole('button', { name: i18next.t('ui:cancel') }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(address()).toBe('?announcement=9')
  expect(await words()).toBe('From Monday on.')
})

test.each(['from', 'to'])(
  '[D12] a time (%s) that cannot be read is a fault: neither saved nor published, until it can be read',
  async (key) => {
    const page = await open()
    const clock = screen.getByLabelText(i18next.t('admin:clock', { label: say(key) }))
    const type = (value: string) => fireEvent.change(clock, { target: { value } })
    type('25:99')
    fireEvent.blur(clock)
    expect(await page.press('save')).toEqual([])
    expect(screen.getByText(say('fault.time'))).toBeTruthy()
    expect(await page.press('publish')).toEqual([])
    expect(screen.queryByText(say('sure'))).toBeNull()
    type('14:45')
    fireEvent.blur(clock)
    expect(screen.queryByText(say('fault.time'))).toBeNull()
    const [saved] = await page.press('save')
    const { [`${key}Ms`]: ms } = (saved?.body ?? {}) as Record<string, number>
    expect(new Date(ms ?? 0).toTimeString().slice(0, 5)).toBe('14:45')
  },
)
