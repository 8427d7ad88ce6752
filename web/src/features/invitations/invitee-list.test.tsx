import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadInvitationTexts } from '../../lib/invitation-texts.ts'
import { InviteeList } from './InviteeList.tsx'

beforeAll(async () => {
  await startI18n()
  await loadInvitationTexts()
})
afterEach(cleanup)

test('[U4] invitations that cannot be loaded, the first or further ones, say so and are there after another try', async () => {
  let isThere = false
  apiClient.defaults.adapter = async (config) => {
    if (!isThere) throw new AxiosError('lost', AxiosError.ERR_NETWORK, config)
    const last = config.params?.cursor !== undefined
    const invitees = [{ maskedName: last ? 'b***t' : 'a***a', joinedMs: 1, certified: false }]
    const data = { success: true, data: { invitees, nextCursor: last ? null : '1' } }
    return { status: 200, statusText: '', headers: {}, config, data } as AxiosResponse
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <InviteeList />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load invitations')
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const more = await screen.findByRole('button', { name: 'Show more' })
  isThere = false
  fireEvent.click(more)
  expect((await screen.findByRole('status')).textContent).toBe('Failed to load invitations')
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByRole('status')).toBeNull()
})
