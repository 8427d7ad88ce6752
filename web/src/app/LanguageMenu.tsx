import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguageChoice } from '../lib/language-choice.ts'
import { Icon } from '../ui/Icon.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'

export function LanguageMenu() {
  const { t } = useTranslation('app')
  const { name, short, menu } = useLanguageChoice()
  return (
    <LazyMenu
      trigger={
        <button type="button" className="ib ib-word hit">
          <Icon of={Globe} size={18} />
          <span>{short}</span>
          <span className="sr-only">{t('language', { name })}</span>
        </button>
      }
      {...menu}
    />
  )
}
