import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { moveOn } from '../frame/unsaved.ts'

/** What follows a decision: the next one that waits is opened, and which one is done is said. Else it stays in sight as it is now. */
export function useDecided(name: string, onDecided: (() => void) | undefined): () => void {
  const { t } = useTranslation('admin')
  return () => {
    if (onDecided === undefined) return
    showToast('success', t('orders.doneNext', { name: isolated(name) }))
    moveOn(onDecided)
  }
}
