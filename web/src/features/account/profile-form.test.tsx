import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { AxiosResponse } from 'axios'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadProfileTexts } from '../../lib/profile-texts.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { ProfileForm } from './ProfileForm.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const say = (key: string): string => i18next.t(`profile:about.${key}`)

test('[U2] what is typed into the profile while it is being saved stays; the rest is shown as it was kept', async () => {
  await startI18n()
  await Promise.all([loadProfileTexts(), loadSecurityTexts()])
  let answer = (): void => undefined
  const sent: unknown[] = []
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ data, method }) => {
    if (method?.toLowerCase() === 'get')
      return { status: 200, headers: {}, data: { success: true, data: {} } }
    sent.push(data)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    const kept = { ...(data as object), nickname: 'Ada' }
    return { status: 200, headers: {}, data: { success: true, data: kept } } as AxiosResponse
  })
  const profile = { nickname: 'Bob', bio: '', phone: '' } as never
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ProfileForm profile={profile} />
    </QueryClientProvider>,
  )
  const field = (key: string) => screen.getByLabelText<HTMLInputElement>(say(key))
  const write = (key: string, value: string) => fireEvent.input(field(key), { target: { value } })
  write('nickname', 'Ada\u200b')
  write('bio', 'Trader')
  fireEvent.click(screen.getByRole('button', { name: say('save') }))
  await waitFor(() => expect(sent).toHaveLength(1))
  write('bio', 'Trader since 2019')
  answer()
  await waitFor(() => expect(field('nickname').value).toBe('Ada'))
  expect(field('bio').value).toBe('Trader since 2019')
  fireEvent.click(screen.getByRole('button', { name: say('save') }))
  await waitFor(() => expect(sent).toMatchObject([{ bio: 'Trader' }, { bio: 'Trader since 2019' }]))
})
