import { Toast } from '@base-ui/react/toast'
import { Check, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

const toastManager = Toast.createToastManager()

/**
 * A short message for 4 s. Never for a contract's result: that stays on the screen until it is dismissed. Of what was done
 * the newest alone is shown, of what failed each once: a pile would lie over the buttons of the page.
 */
export function showToast(text: string, tone: 'done' | 'error' = 'done'): void {
  const id = tone === 'error' ? `error: ${text}` : tone
  toastManager.add({ id, title: text, type: tone, priority: tone === 'error' ? 'high' : 'low' })
}

/** Shows what `showToast` was given; stands once, at the root. */
export function ToastHost() {
  const { t } = useTranslation('ui')
  return (
    <Toast.Provider toastManager={toastManager} timeout={4000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={t('messages')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { t } = useTranslation('ui')
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection="up">
      <Icon of={toast.type === 'error' ? TriangleAlert : Check} />
      <Toast.Content className="flex-1">
        <Toast.Title render={<p />} />
      </Toast.Content>
      <Toast.Close render={<IconButton icon={X} size="s" label={t('close')} />} />
    </Toast.Root>
  ))
}
