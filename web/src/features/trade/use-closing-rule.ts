import { useTranslation } from 'react-i18next'

/** How the closing price of a rule comes about, in the words of the records. Window in ms; 0: the last price. */
export function useClosingRule(windowMs: number): { label: string; text: string; cancelled: string } {
  const { t } = useTranslation(['contracts', 'auth'])
  return {
    label: t('contracts:exitRule'),
    text: windowMs === 0 ? t('contracts:exitLast') : t('contracts:exitAverage', { count: windowMs / 1000 }),
    cancelled: t('auth:terms.cancel.text'),
  }
}
