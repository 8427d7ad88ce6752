import '../../ui/base.css'
import '../admin.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../../lib/i18n.ts'
import { ToastHost } from '../../ui/Toast.tsx'
import { loadAdminTexts } from './admin-texts.ts'

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } },
})

/** Puts the shell, or a page of it, on its document once its texts are there. */
export async function mountAdmin(content: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  await startI18n()
  await loadAdminTexts()
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <ToastHost />
          {content}
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
