import { useTranslation } from 'react-i18next'

/** How the closing price of a rule comes about, in the words of the records. Window in ms; 0: the last price. */
export function useClosingRule(windowMs: number): { label: string; text: string; cancelled: string } {
  const { t } = useTranslation('contracts')
  return {
    label: t('exitRule'),
    text: windowMs === 0 ? t('exitLast') : t('exitAverage', { count: windowMs / 1000 }),
    cancelled: t('cancelRule'),
  }
}
