import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Device } from '@truestrike/protocol/security-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { useSession } from '../../lib/session-store.ts'
import { DeviceList } from './DeviceList.tsx'

const SIGN_OUT = '/api/account/devices/sign-out'
const WAIT = { timeout: 10_000 }

const device = (id: string, browser: string, state: Partial<Device>): Device => ({
  ...{ id, kind: 'browser', current: false, signedIn: false, known: false, firstSeenMs: 1, lastSeenMs: 1 },
  ...{ browser, system: 'Linux', ip: '192.0.2.1', place: 'unknown', ...state },
})
let devices: Device[]
let isGone = false
const sent: unknown[] = []

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (config.url === SIGN_OUT) sent.push(JSON.parse(String(config.data)))
    if (config.url === SIGN_OUT && isGone) {
      const data = { success: false, code: 'NOT_FOUND', message: 'none there' }
      return { config, status: 404, statusText: '', headers: {}, data } as AxiosResponse
    }
    const data = config.url === SIGN_OUT ? {} : { devices }
    return {
      ...{ config, status: 200, statusText: '', headers: {} },
      data: { success: true, data },
    } as AxiosResponse
  }
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  await startI18n()
  await loadSecurityTexts()
})
afterEach(cleanup)

test('[A14] a device that is known without a session is forgotten; of one that is not, nothing is asked', async () => {
  devices = [
    device('1', 'Firefox', { current: true, signedIn: true, known: true }),
    device('2', 'Safari', { signedIn: true, known: true }),
    device('3', 'Chrome', { known: true }),
    device('4', 'Edge', {}),
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceList />
    </QueryClientProvider>,
  )
  await screen.findByText('Edge on Linux')
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual([
    'Sign out everywhere else',
    'Sign out: Safari on Linux',
    'Forget this device: Chrome on Linux',
  ])
  fireEvent.click(screen.getByRole('button', { name: /^Forget/ }))
  const question = within(await screen.findByRole('alertdialog', {}, WAIT))
  expect(question.getByText(/^Chrome on Linux\. From then on/)).toBeTruthy()
  devices = devices.map((each) => (each.id === '3' ? { ...each, known: false } : each))
  fireEvent.click(question.getByRole('button', { name: 'Forget this device' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Forget/ })).toBeNull(), WAIT)
  expect(sent).toEqual([{ id: '3', kind: 'browser' }])
  // Beside the one that was forgotten before.
  expect(screen.getAllByText('Signed out · Device forgotten')).toHaveLength(2)
  // Its button is gone: the focus goes on where the list begins.
  await waitFor(
    () => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' })),
    WAIT,
  )
})

test('[A14] what has signed out by itself meanwhile is asked about no more, and leaves the list', async () => {
  const own = device('1', 'Firefox', { current: true, signedIn: true, known: true })
  devices = [own, device('7', 'curl', { kind: 'client', signedIn: true })]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceList />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out.*curl/ }))
  const question = within(await screen.findByRole('alertdialog', {}, WAIT))
  isGone = true
  devices = [own]
  fireEvent.click(question.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), WAIT)
  await waitFor(() => expect(screen.queryByText(/^curl/)).toBeNull(), WAIT)
  isGone = false
})
