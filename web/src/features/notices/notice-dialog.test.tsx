import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { AxiosError, type AxiosResponse } from 'axios'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apiClient, layoutClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { keepNotices } from '../../lib/notices/notice-actions.ts'
import { forgetNotices } from '../../lib/notices/notice-database.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { useNotices } from '../../lib/notices-store.ts'
import { useSession } from '../../lib/session-store.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { NoticeDialogs } from './NoticeDialogs.tsx'

let heard: string[]
const notice = (id: string): Notice => ({
  ...{ id, kind: 'deposit-completed', type: 'trade', priority: 'medium', timeMs: Number(id), read: false },
  data: { amount: id },
})

beforeAll(async () => {
  layoutClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  apiClient.defaults.adapter = async (config) => {
    if (config.method === 'get') throw new AxiosError('offline', AxiosError.ERR_NETWORK, config)
    heard.push(`${config.method} ${config.url} ${config.data}`)
    const data = { success: true, data: {} }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  await startI18n()
  await loadNoticeTexts()
  await import('../../ui/SheetDialog.tsx')
})
beforeEach(async () => {
  heard = []
  useSession.setState({ token: 'a-token', user: { uid: '1000000001' } as never })
  await keepNotices(() => [notice('2'), notice('1')])
  vi.useFakeTimers()
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  useNotices.setState({ items: [], undoable: false })
  await forgetNotices()
})

function Page() {
  const [notices, alerts] = [useUrlModal('notices'), useUrlModal('alerts')]
  return (
    <>
      <button type="button" onClick={notices.show}>
        Bell
      </button>
      <output aria-label="Count">{useNotices(({ items }) => items.length)}</output>
      <NoticeDialogs {...{ notices, alerts }} announcement={useUrlModal('system-notice')} />
    </>
  )
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Long enough for what opens or closes gently; less than the time of the undo. */
const open = async (): Promise<void> => {
  fireEvent.click(screen.getByText('Bell'))
  await after(1_000)
  expect(screen.queryAllByRole('dialog')).toHaveLength(1)
}
const close = async (): Promise<void> => {
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await after(1_000)
  expect(screen.queryAllByRole('dialog')).toHaveLength(0)
}
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }))
  await after(0)
}
const clearAll = async (): Promise<void> => {
  render(
    <MemoryRouter initialEntries={['/stocks']}>
      <Page />
    </MemoryRouter>,
  )
  await open()
  await press('Clear all')
}
const count = () => screen.getByLabelText('Count').textContent

test('[U-13] clearing all can be undone for its time although the dialog was closed and opened again', async () => {
  await clearAll()
  expect([count(), screen.queryAllByRole('listitem').length]).toEqual(['0', 0])
  await close()
  expect(heard).toEqual([])
  await after(4_000)
  await open()
  expect(count()).toBe('0')
  await press('Undo')
  expect([count(), screen.queryAllByRole('listitem').length]).toEqual(['2', 2])
  await close()
  await after(60_000)
  expect([count(), heard]).toEqual(['2', []])
})

test('[U-13] cleared and not undone in its time they are gone, whether the dialog is open or not', async () => {
  await clearAll()
  await close()
  await after(6_999)
  expect(heard).toEqual([])
  await after(1)
  expect(heard).toEqual(['post /api/account/notices/clear {"throughId":"2"}'])
  await open()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Clear all' }).matches(':disabled')).toBe(true)
  expect(count()).toBe('0')
})
