import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'

/** `bare`: its name stands before it already. */
export function CopyUid({ uid, bare = false }: { uid: string; bare?: boolean }) {
  const { t } = useTranslation('account')
  return (
    <span className="ac-uid">
      {bare ? null : t('uid')} <Num>{uid}</Num>
      <button
        type="button"
        className="ib ib-s hit"
        aria-label={t('copyUid')}
        onClick={() => void copyText(uid)}
      >
        <Icon of={Copy} size={16} />
      </button>
    </span>
  )
}
