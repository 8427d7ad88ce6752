import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { pdfFixture } from '@truestrike/core/paper/pdf-fixture.ts'
import type { AxiosResponse } from 'axios'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { startI18n } from '../../lib/i18n.ts'
import { loadProfileTexts } from '../../lib/profile-texts.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { loadUploadTexts } from '../../lib/upload-texts.ts'
import { IdentityForm } from './IdentityForm.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const say = (key: string): string => i18next.t(`profile:identity.${key}`)

/** What is sent with the documents. */
async function show() {
  await startI18n()
  await Promise.all([loadProfileTexts(), loadSecurityTexts(), loadUploadTexts()])
  const sent: FormData[] = []
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ data, method }) => {
    if (method?.toLowerCase() === 'post') sent.push(data as FormData)
    const answer = { status: 'pending', check: null }
    return { status: 200, headers: {}, data: { success: true, data: answer } } as AxiosResponse
  })
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <IdentityForm onDone={onDone} />
    </QueryClientProvider>,
  )
  return { sent, onDone }
}

const labelled = (key: string) => screen.getByLabelText<HTMLInputElement>(say(key))
/** The field of a side of the document, with what is said at it. */
const fieldOf = (side: 'front' | 'back') => labelled(`side.${side}`).closest<HTMLElement>('.field')
function choose(side: 'front' | 'back', content: Uint8Array<ArrayBuffer>, name: string): void {
  const files = [new File([content], name, { type: 'application/pdf' })]
  fireEvent.change(labelled(`side.${side}`), { target: { files } })
}
const press = (): void => {
  fireEvent.click(screen.getByRole('button', { name: say('submit') }))
}

test('[F9] [U-8] a PDF with a script, and one that is cut off, are refused at the side they are of, before anything is sent', async () => {
  const { sent, onDone } = await show()
  fireEvent.change(labelled('document'), { target: { value: 'identity-card' } })
  fireEvent.input(labelled('realName'), { target: { value: 'Mira Muster' } })
  choose('front', pdfFixture(), 'front.pdf')
  choose('back', pdfFixture(['<< /S /JavaScript /JS (app.alert) >>']), 'back.pdf')
  press()
  const back = within(fieldOf('back') as HTMLElement)
  await back.findByText(i18next.t('upload:active'))
  expect(within(fieldOf('front') as HTMLElement).queryByText(i18next.t('upload:active'))).toBeNull()
  const whole = pdfFixture()
  choose('back', whole.slice(0, whole.length / 2), 'cut.pdf')
  // Pressed before it has been looked into.
  press()
  await back.findByText(i18next.t('upload:unreadable'))
  expect(sent).toEqual([])
  expect(screen.queryByRole('progressbar')).toBeNull()

  choose('back', whole, 'whole.pdf')
  press()
  press()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(sent.map((form) => form.getAll('file').map((file) => (file as File).name))).toEqual([
    ['front.pdf', 'whole.pdf'],
  ])
})
