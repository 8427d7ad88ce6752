import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { usePageAddress } from '../frame/page-address.ts'
import { useActs } from '../orders/use-acts.ts'
import { TextsSection } from './TextsSection.tsx'

const READ = 'GET /api/admin/system/config/texts'
const SAVE = 'POST /api/admin/system/config/texts'
const REFUSED = 'Changed, load it again'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings'])
})
beforeEach(() => usePageAddress.setState({ search: '?section=texts&text=terms&locale=en-US' }))
afterEach(() => {
  cleanup()
  usePageAddress.setState({ search: '' })
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const box = () => screen.findByLabelText<HTMLTextAreaElement>(say('texts.words'))
const type = async (value: string) => fireEvent.change(await box(), { target: { value } })
const choose = (value: string) =>
  fireEvent.change(screen.getByLabelText(say('texts.language')), { target: { value } })

/** The section, and what the server has of each language; `put` is what another administrator does. */
function open(words: Record<string, string>) {
  const saved = new Map(Object.entries(words).map(([locale, text]) => [locale, { text, version: 3 }]))
  const put = (locale: string, text: string) => {
    const before = saved.get(locale)
    // The same words again are no version.
    if (before?.text !== text) saved.set(locale, { text, version: (before?.version ?? 0) + 1 })
  }
  let isDown = false
  let meanwhile = async (): Promise<void> => undefined
  const checked = checkCalls({
    [READ]: ({ locale }: { locale: string }) => {
      if (isDown) throw new Error('no answer')
      return { ...saved.get(locale) }
    },
    [SAVE]: async (_query: unknown, body: { locale: string; text: string; version: number }) => {
      if (body.version !== saved.get(body.locale)?.version) throw new ApiError('CONFIG_CHANGED', REFUSED)
      put(body.locale, body.text.trim())
      await meanwhile()
      return saved.get(body.locale)
    },
  })
  const config = { texts: [] } as unknown as SystemConfig
  const Page = () => <TextsSection {...{ config, acts: useActs(async () => {}) }} isReadOnly={false} />
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  const sent = () => checked.calls.flatMap(({ call, body }) => (call === SAVE ? [body] : []))
  return {
    ...{ put, faults: checked.faults },
    /** Before the next save is answered. */
    before: (work: () => Promise<unknown>) => {
      meanwhile = async () => {
        await work()
      }
    },
    goDown: (down: boolean) => {
      isDown = down
    },
    /** Presses the button and waits for the answer; what was sent. */
    async save(): Promise<unknown> {
      const before = checked.calls.length
      fireEvent.click(screen.getByRole('button', { name: say('save') }))
      // After a save the text is read again.
      await waitFor(() => expect(checked.calls.slice(before).map(({ call }) => call)).toEqual([SAVE, READ]))
      await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
      return sent().at(-1)
    },
  }
}

test('[D9] a saved text stays in the field, and the next save begins with it', async () => {
  const page = open({ 'en-US': 'old words' })
  expect((await box()).value).toBe('old words')
  await type('my new words  ')
  expect(await page.save()).toMatchObject({ version: 3, text: 'my new words  ' })
  await waitFor(async () => expect((await box()).value).toBe('my new words'))
  expect(await page.save()).toMatchObject({ version: 4, text: 'my new words' })
  expect(screen.queryByText(say('texts.changed'))).toBeNull()
  expect(page.faults).toEqual([])
})

test('[D12] saving the same words again leaves the version, and the next save is over it', async () => {
  const page = open({ 'en-US': 'old words' })
  await box()
  for (let times = 0; times < 2; times += 1) expect(await page.save()).toMatchObject({ version: 3 })
  expect(screen.queryByText(REFUSED)).toBeNull()
  // A colleague's next version is his, and not mine.
  await type('my new words')
  page.put('en-US', 'words of another one')
  expect(await page.save()).toMatchObject({ version: 3 })
  await screen.findByText('words of another one')
  expect((await box()).value).toBe('my new words')
})

test('[D12] what is typed before a save is answered stays', async () => {
  const page = open({ 'en-US': 'old words' })
  await type('my new words')
  page.before(() => type('my new words, and more'))
  expect(await page.save()).toMatchObject({ version: 3, text: 'my new words' })
  expect((await box()).value).toBe('my new words, and more')
  page.before(async () => undefined)
  expect(await page.save()).toMatchObject({ version: 4, text: 'my new words, and more' })
})

test('[D9] a text that was saved and could not be read again is saved over that version, not the one before', async () => {
  const page = open({ 'en-US': 'old words' })
  await type('my new words')
  page.goDown(true)
  await page.save()
  page.goDown(false)
  await type('my newest words')
  expect(await page.save()).toMatchObject({ version: 4, text: 'my newest words' })
  expect(screen.queryByText(say('texts.changed'))).toBeNull()
})

test('[D9] a text another one has changed is not overwritten unseen: what was typed stays, both are shown', async () => {
  const page = open({ 'en-US': 'old words' })
  await type('my new words')
  page.put('en-US', 'words of another one')
  expect(await page.save()).toMatchObject({ version: 3 })
  await screen.findByText(say('texts.changed'))
  expect((await box()).value).toBe('my new words')
  expect(screen.getByText('words of another one')).toBeTruthy()
  // One thing is said, not also that he should load it again.
  expect(screen.queryByText(REFUSED)).toBeNull()
  // Again, before he has decided.
  page.put('en-US', 'and of a third')
  expect(await page.save()).toMatchObject({ version: 4 })
  await screen.findByText('and of a third')
  fireEvent.click(screen.getByRole('button', { name: say('texts.take') }))
  expect((await box()).value).toBe('and of a third')
  expect(screen.queryByText(say('texts.changed'))).toBeNull()
  await type('and of a third, and mine')
  expect(await page.save()).toMatchObject({ version: 5, text: 'and of a third, and mine' })
  expect((await box()).value).toBe('and of a third, and mine')
})

test('[D9] a language that was looked at before shows what was saved elsewhere since', async () => {
  const page = open({ 'en-US': 'old words', 'de-DE': 'alte Worte' })
  expect((await box()).value).toBe('old words')
  choose('de-DE')
  await waitFor(async () => expect((await box()).value).toBe('alte Worte'))
  page.put('en-US', 'words of another one')
  choose('en-US')
  expect(screen.queryByLabelText(say('texts.words'))).toBeNull()
  await waitFor(async () => expect((await box()).value).toBe('words of another one'))
  expect(await page.save()).toMatchObject({ version: 4, text: 'words of another one' })
})

test('[D9] a text that does not come says so and is asked for again', async () => {
  const page = open({ 'en-US': 'old words', 'de-DE': 'alte Worte' })
  await box()
  page.goDown(true)
  choose('de-DE')
  const retry = await screen.findByRole('button', { name: i18next.t('ui:retry') })
  page.goDown(false)
  fireEvent.click(retry)
  expect((await box()).value).toBe('alte Worte')
})
