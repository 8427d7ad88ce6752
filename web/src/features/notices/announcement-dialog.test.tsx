import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { keepNotices } from '../../lib/notices/notice-actions.ts'
import { forgetNotices } from '../../lib/notices/notice-database.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { useNotices } from '../../lib/notices-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { NoticeDialogs } from './NoticeDialogs.tsx'

const heard: string[] = []
const announcement = (id: number, title: string): Notice => ({
  ...{ id: String(id), kind: 'announcement', type: 'system', priority: 'low', timeMs: id, read: false },
  data: { announcement: String(id), title, text: 'First paragraph.\n\nSecond one.' },
})

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (config.method === 'get') throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    heard.push(`${config.method} ${config.url}`)
    const data = { success: true, data: {} }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await startI18n()
  await loadNoticeTexts()
})
beforeEach(() => {
  heard.length = 0
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
})
afterEach(async () => {
  cleanup()
  useNotices.setState({ items: [] })
  await forgetNotices()
})

function Page() {
  const [notices, alerts] = [useUrlModal('notices'), useUrlModal('alerts')]
  const system = useUrlModal('system-notice')
  return (
    <>
      <output data-testid="address">{useLocation().search}</output>
      <NoticeDialogs {...{ notices, alerts }} announcement={system} />
    </>
  )
}
const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Page />
    </MemoryRouter>,
  )
const address = () => screen.getByTestId('address').textContent

test('[N7] [R12] unread announcements come by themselves, one after the other, oldest first; closing one reads it for good', async () => {
  await keepNotices(() => [announcement(2, 'The newer'), announcement(1, 'The older')])
  show('/stocks')
  expect(await screen.findByRole('dialog', { name: 'The older' })).toBeTruthy()
  expect(address()).toBe('?modal=system-notice')
  expect(screen.getByText('Second one.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(heard).toContain('post /api/account/notices/1/read'))
  expect(await screen.findByRole('dialog', { name: 'The newer' }, { timeout: 5_000 })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(heard).toContain('post /api/account/notices/2/read'))
  await waitFor(() => expect(address()).toBe(''))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useNotices.getState().items.map(({ read }) => read)).toEqual([true, true])
})

test('[N7] none comes over another dialog; from the list one that was read is read again', async () => {
  await keepNotices(() => [{ ...announcement(3, 'Read before'), read: true }])
  show('/stocks?modal=notices')
  fireEvent.click(await screen.findByRole('tab', { name: /System/ }))
  await keepNotices((known) => [announcement(4, 'Fresh'), ...known])
  await waitFor(() => expect(screen.getAllByText(/Fresh/).length).toBeGreaterThan(0))
  expect(address()).toBe('?modal=notices')
  fireEvent.click(screen.getAllByText(/Read before/)[0] as HTMLElement)
  await waitFor(() => expect(address()).toBe('?modal=system-notice'))
  expect(await screen.findByRole('dialog', { name: 'Read before' })).toBeTruthy()
})
