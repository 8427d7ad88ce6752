import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import { useSettled, useSettledInUse } from '../../lib/settled-store.ts'
import { Button } from '../../ui/Button.tsx'

/** After the results shown here: the way to all of them, and to none. */
export function ResultsEnd() {
  const { t } = useTranslation(['trade', 'order'])
  const book = useBook((choice) => choice.book)
  const dismissAll = useSettled((settled) => settled.dismissAll)
  if (useSettledInUse().length < 2) return null
  return (
    <div className="td-results-end">
      <Link className="btn btn-s" to="/contract-record?tab=history">
        {t('table.allContracts')}
      </Link>
      <Button size="s" onClick={() => dismissAll(book)}>
        {t('order:dismissAll')}
      </Button>
    </div>
  )
}
