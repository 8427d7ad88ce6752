import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toast-bus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'

export function CopyUid({ uid }: { uid: string }) {
  const { t } = useTranslation('account')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(uid)
      showToast('success', t('copied'))
    } catch {
      showToast('error', t('copyFailed'))
    }
  }
  return (
    <span className="ac-uid">
      {t('uid')} <Num>{uid}</Num>
      <button type="button" className="ib ib-s hit" aria-label={t('copyUid')} onClick={() => void copy()}>
        <Icon of={Copy} size={16} />
      </button>
    </span>
  )
}
