import i18next from 'i18next'
import { showToast } from './toast-bus.ts'

/** To the clipboard, and says so; a browser may refuse. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', i18next.t('account:copied'))
  } catch {
    showToast('error', i18next.t('account:copyFailed'))
  }
}
