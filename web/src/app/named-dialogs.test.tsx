import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AxiosError } from 'axios'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../lib/api-client.ts'
import { startI18n } from '../lib/i18n.ts'
import { useSession } from '../lib/session-store.ts'
import { loadNamedDialogs } from './NamedDialogs.tsx'

const offline = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))

beforeAll(async () => {
  layoutClient.defaults.adapter = offline
  apiClient.defaults.adapter = offline
  await startI18n()
})
afterEach(cleanup)

function Here() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

async function show(address: string, customerService: object): Promise<void> {
  const NamedDialogs = await loadNamedDialogs()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'test', customerService })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <NamedDialogs />
        <Here />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each(['service', 'customer-service'])(
  '[R12] [U5] [U-14] ?modal=%s tells the hours on any page, also without a link of the operator',
  async (name) => {
    await show(`/stocks?modal=${name}`, { enabled: false, serviceLink: '', hours: '9:00–21:00' })
    const dialog = await screen.findByRole('dialog', {}, { timeout: 4_000 })
    expect(dialog.textContent).toContain('9:00–21:00')
    expect(dialog.textContent).toContain('has not published a contact')
    expect(dialog.querySelector('a')).toBeNull()
  },
)

test('[R12] [U5] [U-14] with a link of the operator the dialog leads there', async () => {
  await show('/terms?modal=service', {
    enabled: true,
    serviceLink: 'https://help.example/',
    hours: '9:00–21:00',
  })
  const dialog = await screen.findByRole('dialog', {}, { timeout: 4_000 })
  expect(dialog.querySelector('a')?.href).toBe('https://help.example/')
})

test.each([
  ['/stocks?modal=about', 'What nobody can do here'],
  ['/stocks?modal=language', 'Deutsch'],
])('[R12] [U-14] %s opens what it names', async (address, text) => {
  await show(address, { enabled: false, serviceLink: '', hours: '' })
  expect(await screen.findByText(text, {}, { timeout: 4_000 })).toBeTruthy()
})

test.each([
  ['/stocks?modal=bill', '/account?section=bills'],
  ['/trade/BTCUSDT?modal=deposit', '/account?modal=deposit'],
])('[R12] [U-14] %s leads to %s', async (address, target) => {
  useSession.setState({ token: 'a-token', user: null })
  await show(address, { enabled: false, serviceLink: '', hours: '' })
  expect((await screen.findByRole('status')).textContent).toBe(target)
})
