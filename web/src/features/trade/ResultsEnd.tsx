import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSettled } from '../../lib/settled-store.ts'
import { Button } from '../../ui/Button.tsx'

/** After the results kept here: the way to all of them, and to none. */
export function ResultsEnd() {
  const { t } = useTranslation(['trade', 'order'])
  const { contracts, dismissAll } = useSettled()
  if (contracts.length < 2) return null
  return (
    <div className="td-results-end">
      <Link className="btn btn-s" to="/contract-record?tab=history">
        {t('table.allContracts')}
      </Link>
      <Button size="s" onClick={dismissAll}>
        {t('order:dismissAll')}
      </Button>
    </div>
  )
}
