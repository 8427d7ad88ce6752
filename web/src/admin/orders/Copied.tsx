import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** What is copied letter by letter, such as an address. */
export function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('admin')
  return (
    <div className="adm-copied">
      <span className="col min-w-0">
        <span className="cap">{label}</span>
        <bdi className="mono">{text}</bdi>
      </span>
      <IconButton
        size="s"
        icon={Copy}
        label={t('orders.copy', { what: label })}
        onClick={() => void copyText(text)}
      />
    </div>
  )
}
