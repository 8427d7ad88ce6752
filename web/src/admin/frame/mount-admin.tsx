import '../../ui/base.css'
import '../admin.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followBack } from '../../lib/back-steps.ts'
import { startI18n } from '../../lib/i18n.ts'
import { onToast } from '../../lib/toast-bus.ts'
import { loadConfirm } from '../../ui/ConfirmDialog.tsx'
import { loadSheet } from '../../ui/Sheet.tsx'
import { showToast, ToastHost } from '../../ui/Toast.tsx'
import { AdminBoundary } from './AdminBoundary.tsx'
import { followActivity } from './activity.ts'
import { followOtherTabs, useAdminSession } from './admin-session.store.ts'
import { type AdminPart, loadAdminTexts } from './admin-texts.ts'
import { markUnattended } from './mark-unattended.ts'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
})

/** Puts the shell, or a page of it, on its document once its texts are there; answers what takes it away again. */
export async function mountAdmin(content: ReactNode, ...parts: AdminPart[]): Promise<() => void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no root element')
  followBack()
  // Asked for now: who presses a button after a deploy is asked a question, not left waiting.
  loadConfirm()
  loadSheet()
  const stopNoting = followActivity()
  const stopMarking = markUnattended()
  const stopFollowing = followOtherTabs()
  // What one administrator has loaded is not the next one's to see.
  const stopClearing = useAdminSession.subscribe((session, before) => {
    if (before.token !== null && session.token !== before.token) queryClient.clear()
  })
  const stopTelling = onToast(({ kind, text }) => showToast(text, kind === 'error' ? 'error' : 'done'))
  await startI18n()
  await loadAdminTexts(parts)
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <ToastHost />
          <AdminBoundary>{content}</AdminBoundary>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
  return () => {
    stopMarking()
    stopNoting()
    stopFollowing()
    stopClearing()
    stopTelling()
    root.unmount()
  }
}
