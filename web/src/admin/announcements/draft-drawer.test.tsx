import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { useActs } from '../orders/use-acts.ts'
import { DraftDrawer } from './AnnouncementDrawer.tsx'

const KEEP = 'POST /api/admin/announcements'
const EDIT = 'POST /api/admin/announcements/:id'
const PUBLISH = 'POST /api/admin/announcements/:id/publish'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-announcements'])
})
afterEach(cleanup)
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin-announcements:${key}`)
const word = (key: string, value: string) =>
  fireEvent.change(screen.getByLabelText(say(key)), { target: { value } })
const lost = () => new ApiError('NETWORK_ERROR', 'No answer')

/** A new one, of which `failing` is not answered the first time. */
function open(failing: string) {
  let version = 0
  let failures = 1
  const answer = (call: string) => () => {
    if (call === failing && failures-- > 0) throw lost()
    version += 1
    return { announcement: { id: '9', version } }
  }
  const checked = checkCalls(Object.fromEntries([KEEP, EDIT, PUBLISH].map((call) => [call, answer(call)])))
  const saved: string[] = []
  const Page = () => (
    <DraftDrawer
      announcement={null}
      acts={useActs(async () => undefined)}
      sendsMails
      onSaved={(id) => saved.push(id)}
      onClose={() => undefined}
    />
  )
  render(<Page />)
  word('title', 'New pairs')
  word('text', 'From Monday on.')
  return {
    ...{ saved, faults: checked.faults },
    /** Presses a button and waits until all it does is done; what was sent. */
    async press(key: string) {
      const before = checked.calls.length
      fireEvent.click(screen.getByRole('button', { name: say(key) }))
      await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
      return checked.calls.slice(before) as { call: string; body: { requestId?: string } }[]
    },
  }
}

test('[D12] words corrected after a publish that failed are those that go out', async () => {
  const page = open(PUBLISH)
  await page.press('publish')
  expect((await page.press('publishSure')).map(({ call }) => call)).toEqual([KEEP, PUBLISH])
  expect(page.saved).toEqual([])
  word('text', 'From Tuesday on.')
  expect(await page.press('publishSure')).toMatchObject([
    { call: EDIT, body: { version: 1, texts: { 'en-US': { text: 'From Tuesday on.' } } } },
    { call: PUBLISH, body: { version: 2 } },
  ])
  expect(page.saved).toEqual(['9'])
  expect(page.faults).toEqual([])
})

test('[D12] one whose answer was lost is kept once; other words are another request, which the server takes', async () => {
  const page = open(KEEP)
  const [first] = await page.press('save')
  word('title', 'More pairs')
  word('title', 'New pairs')
  const [again] = await page.press('save')
  expect(again?.body).toEqual(first?.body)
  cleanup()
  const other = open(KEEP)
  const [lostOne] = await other.press('save')
  word('title', 'More pairs')
  const [fresh] = await other.press('save')
  expect(fresh?.call).toBe(KEEP)
  expect(fresh?.body.requestId).not.toBe(lostOne?.body.requestId)
})
