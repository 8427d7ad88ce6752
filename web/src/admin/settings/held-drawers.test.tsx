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

const REFUSED = 'Changed, load it again'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings'])
  await import('../products/ProductsPage.tsx')
  await import('../game-rules/GameRulesPage.tsx')
}, 60_000)
beforeEach(() =>
  useAdminSession.setState({ token: 'token', admin: { permissions: ['products', 'game-rules'] } as never }),
)
afterEach(() => {
  cleanup()
  useAdminSession.setState({ token: null, admin: null })
  usePageAddress.setState({ search: '' })
})
afterAll(checkNoMore)

const say = (key: string): string => i18next.t(`admin-settings:${key}`)
const held = () => i18next.t('admin:conflict.text')
const take = () => fireEvent.click(screen.getByRole('button', { name: i18next.t('admin:conflict.take') }))
const field = (key: string) => screen.findByLabelText<HTMLInputElement>(say(key))
const type = async (key: string, value: string) => fireEvent.change(await field(key), { target: { value } })

/** A page with its only row open; what is sent to `save` is what `press` answers. */
function open(path: string, search: string, save: string, answers: Record<string, unknown>) {
  const checked = checkCalls(answers)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  usePageAddress.setState({ search })
  const Page = mountedPage(path)
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  return {
    lookAgain: () => client.invalidateQueries(),
    async press(key: string): Promise<unknown> {
      fireEvent.click(await screen.findByRole('button', { name: say(key) }))
      await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull())
      return checked.calls.findLast(({ call }) => call === save)?.body
    },
  }
}

const PRODUCT = {
  ...{ calendar: null, enabled: true, sort: 5, symbol: 'PEPEUSDT', base: 'PEPE', quote: 'USDT' },
  ...{ category: 'crypto', precision: 4, source: 'simulated', version: 1, calendarVersion: 1 },
  ...{ staleMs: 5_000, outlierBps: 100, deviationBps: 100, status: 'open', price: null },
  ...{ openContracts: 0, pastHoursUntilMs: null },
}

test('[D11] what is typed for a product stays while a colleague changes it, until his changes are asked for', async () => {
  let saved = { name: 'Pepe', edits: 2 }
  const put = (name: string) => {
    saved = { name, edits: saved.edits + 1 }
  }
  const CHANGE = 'POST /api/admin/products/:symbol'
  const page = open('products', '?product=PEPEUSDT', CHANGE, {
    'GET /api/admin/products': () => ({ products: [{ ...PRODUCT, ...saved }], source: 'simulated' }),
    [CHANGE]: (_query: unknown, { name, edits }: typeof saved) => {
      if (edits !== saved.edits) throw new ApiError('CONFIG_CHANGED', REFUSED)
      put(name)
      return { symbol: 'PEPEUSDT' }
    },
  })
  const name = async () => (await field('products.name')).value
  await type('products.name', 'Mine')
  put('Theirs')
  await page.lookAgain()
  await screen.findByText(held())
  expect(await page.press('save')).toMatchObject({ edits: 2, name: 'Mine' })
  expect(await name()).toBe('Mine')
  expect(screen.queryByText(REFUSED)).toBeNull()
  take()
  expect(await name()).toBe('Theirs')
  expect(screen.queryByText(REFUSED)).toBeNull()
  await type('products.name', 'Mine after all')
  expect(await page.press('save')).toMatchObject({ edits: 3, name: 'Mine after all' })
  expect(await page.press('save')).toMatchObject({ edits: 4 })
  // Nothing is typed: what others change is shown.
  put('Theirs again')
  await page.lookAgain()
  await waitFor(async () => expect(await name()).toBe('Theirs again'))
  expect(screen.queryByText(held())).toBeNull()
})

const RULE = {
  ...{ symbol: 'BTCUSDT', category: 'crypto', enabled: true, durationSeconds: 60, payoutBps: 8_000 },
  ...{ stakeMin: '1', stakeMax: '1000', windowMs: 1_000, openingDelayMs: 0, openTimeoutMs: 5_000 },
  ...{ staleMs: 5_000, maxGapMs: 10_000, version: 4, hash: 'a'.repeat(43), createdMs: 1_700_000_000_000 },
}

test('[D8] what is typed for a rule stays while another version comes to hold, until that is asked for', async () => {
  let rule = RULE
  const PROPOSE = 'POST /api/admin/game-rules/propose'
  const page = open('game-rules', '?rule=BTCUSDT-60', PROPOSE, {
    'GET /api/admin/game-rules': () => ({ rules: [rule], available: true, availableFromMs: null }),
    'GET /api/admin/game-rules/versions': () => ({ versions: [rule] }),
    [PROPOSE]: (_query: unknown, { products }: { products: { version: number }[] }) => {
      if (products[0]?.version !== rule.version) throw new ApiError('CONFIG_CHANGED', REFUSED)
      return { proposal: { id: '5' } }
    },
  })
  await type('rules.payoutBps', '81.5')
  await type('rules.reason', 'as others')
  rule = { ...RULE, payoutBps: 7_750, version: 5 }
  await page.lookAgain()
  await screen.findByText(held())
  expect(await page.press('rules.propose')).toMatchObject({ products: [{ version: 4 }] })
  expect((await field('rules.payoutBps')).value).toBe('81.5')
  expect(screen.queryByText(REFUSED)).toBeNull()
  take()
  await waitFor(async () => expect((await field('rules.payoutBps')).value).toBe('77.5'))
  expect(screen.queryByText(held())).toBeNull()
  await type('rules.payoutBps', '81.5')
  await type('rules.reason', 'as others')
  expect(await page.press('rules.propose')).toMatchObject({ products: [{ version: 5 }] })
  // Proposed, it is his no longer: the version it becomes is shown.
  rule = { ...RULE, payoutBps: 8_150, stakeMax: '900', version: 6 }
  await page.lookAgain()
  await waitFor(async () => expect((await field('rules.stakeMax')).value).toBe('900'))
  expect(screen.queryByText(held())).toBeNull()
})
