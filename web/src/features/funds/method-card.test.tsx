import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadFundsTexts } from '../../lib/funds-texts.ts'
import { startI18n } from '../../lib/i18n.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { METHOD } from './funds-stage.tsx'
import { MethodCard } from './MethodCard.tsx'

beforeAll(async () => {
  await startI18n()
  await loadFundsTexts()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('[F2] an address that could not be copied is not called copied', async () => {
  const toasts: string[] = []
  const leave = onToast(({ text }) => toasts.push(text))
  const writeText = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<MethodCard method={{ ...METHOD, takenUntilMs: null } as never} />)
  fireEvent.click(screen.getByRole('button', { name: /^Copy/ }))
  await vi.waitFor(() => expect(toasts).toEqual(['Copy failed']))
  writeText.mockResolvedValue(undefined as never)
  fireEvent.click(screen.getByRole('button', { name: /^Copy/ }))
  await vi.waitFor(() => expect(toasts).toEqual(['Copy failed', 'Copied']))
  expect(writeText).toHaveBeenLastCalledWith(METHOD.address)
  leave()
})
