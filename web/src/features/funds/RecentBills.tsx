import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BillList } from './BillList.tsx'

/** The newest movements of a book, and the way to all of them. */
export function RecentBills({ bills }: { bills: readonly Bill[] | undefined }) {
  const { t } = useTranslation('funds')
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  return (
    <section className="panel" aria-label={t('recent')} aria-busy={bills === undefined}>
      <div className="fu-head">
        <h2>{t('recent')}</h2>
        <Link className="link hit" to="/account?section=bills">
          {t('all')}
        </Link>
      </div>
      {bills === undefined ? (
        <Skeleton width="100%" height={200} />
      ) : bills.length === 0 ? (
        <p className="fu-none">{t('none')}</p>
      ) : (
        <BillList bills={bills} hidden={hidden} />
      )}
    </section>
  )
}
