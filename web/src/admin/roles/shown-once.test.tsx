import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RecoveryCodes } from '../../features/account/RecoveryCodes.tsx'
import { useBackGuardState } from '../../lib/back-guard.ts'
import { followBack } from '../../lib/back-steps.ts'
import { setLanguage, startI18n } from '../../lib/i18n.ts'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { OneTimePassword } from './OneTimePassword.tsx'

beforeAll(async () => {
  followBack()
  await startI18n()
  await setLanguage('en-US')
  await loadAdminTexts(['admin-access', 'security'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const SECRET = 'k7pq-2mxd'
const QUESTION = 'Is it in a safe place?'

function Held({ children }: { children: (onDone: () => void) => ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <SheetDialog open={open} onOpenChange={setOpen} title="Secret">
      {children(() => setOpen(false))}
    </SheetDialog>
  )
}

const WAYS_OUT: Record<string, () => void> = {
  Esc: () => fireEvent.keyDown(screen.getByText(SECRET), { key: 'Escape' }),
  'the button at its head': () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
  'the scrim': () => {
    const scrim = document.querySelector('.scrim') as Element
    fireEvent.pointerDown(scrim)
    fireEvent.mouseDown(scrim)
    fireEvent.click(scrim)
  },
  Back: () => void window.dispatchEvent(new PopStateEvent('popstate')),
}

for (const [kind, kept, show] of [
  [
    'recovery codes',
    'I have kept them',
    (onDone: () => void) => <RecoveryCodes codes={[SECRET]} onDone={onDone} />,
  ],
  [
    'a one-time password',
    'I have passed it on',
    (onDone: () => void) => <OneTimePassword username="anna" password={SECRET} onDone={onDone} />,
  ],
] as const) {
  for (const [way, leave] of Object.entries(WAYS_OUT)) {
    test(`[A13] [D13] [R12] ${kind}, which nobody can show again, do not go away by ${way} until their reader says that they are kept`, async () => {
      const step = vi.spyOn(history, 'go').mockReturnValue(undefined)
      // As the router does, which would take the page away.
      const router = vi.fn()
      window.addEventListener('popstate', router)
      const client = new QueryClient()
      client.setQueryData(['site-info'], { siteName: 'S', fundsMode: 'live' })
      render(
        <QueryClientProvider client={client}>
          <Held>{show}</Held>
        </QueryClientProvider>,
      )
      await screen.findByText(SECRET)
      act(leave)
      await screen.findByRole('alertdialog', { name: QUESTION })
      expect(router).not.toHaveBeenCalled()
      expect(step.mock.calls).toEqual(way === 'Back' ? [[1]] : [])
      // The step that brings the page's own address back is no other press.
      if (way === 'Back') WAYS_OUT.Back?.()
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
      screen.getByText(SECRET)
      act(leave)
      await screen.findByText(QUESTION)
      fireEvent.click(screen.getAllByRole('button', { name: kept }).at(-1) as Element)
      await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
      expect(useBackGuardState.getState().ask).toBeNull()
      window.dispatchEvent(new PopStateEvent('popstate'))
      expect(router).toHaveBeenCalledOnce()
      window.removeEventListener('popstate', router)
    })
  }
}
