import { useTranslation } from 'react-i18next'
import { isolatedLtr } from '../../lib/isolated-text.ts'

/**
 * The zone of all times that pages show without one. By its name: its offset of today is not that of every day shown, where
 * clocks change.
 */
export function ZoneNote() {
  const { t } = useTranslation('admin')
  return t('shell.zone', { zone: isolatedLtr(new Intl.DateTimeFormat().resolvedOptions().timeZone) })
}
