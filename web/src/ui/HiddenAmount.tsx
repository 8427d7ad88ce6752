import { useTranslation } from 'react-i18next'

/** Stands where an amount would; who listens hears that it is hidden. */
export function HiddenAmount() {
  const { t } = useTranslation('ui')
  return (
    <>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('hidden')}</span>
    </>
  )
}
