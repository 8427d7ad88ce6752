import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'

/** How the closing price of a rule comes about, in the words of the records. Window in ms; 0: the last price. */
export function useClosingRule(windowMs: number): { label: string; text: string; cancelled: string } {
  const { t } = useTranslation(['contracts', 'auth'])
  const seconds = formatDuration(windowMs / 1000, 'long')
  return {
    label: t('contracts:exitRule'),
    text: windowMs === 0 ? t('contracts:exitLast') : t('contracts:exitAverage', { seconds }),
    cancelled: t('auth:terms.cancel.text'),
  }
}
