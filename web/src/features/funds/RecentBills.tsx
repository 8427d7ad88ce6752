import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BillList } from './BillList.tsx'
import { LoadFault } from './LoadFault.tsx'
import { useWallet } from './use-funds.ts'

interface RecentBillsProps {
  bills: readonly Bill[] | undefined
  book: Book
}

/** The newest movements of a balance, and the way to all of them. */
function RecentBills({ bills, book }: RecentBillsProps) {
  const { t } = useTranslation('funds')
  const id = useId()
  const { fundsMode } = useSiteInfo()
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  return (
    <section className="panel" aria-labelledby={`${id}-title ${id}-funds`} aria-busy={bills === undefined}>
      <div className="fu-head">
        <h2 id={`${id}-title`}>{t('recent')}</h2>
        <span id={`${id}-funds`}>
          <FundsBadge funds={book === 'demo' ? 'demo' : fundsMode} />
        </span>
        <span className="flex-1" />
        <Link className="link hit" to={`/account?section=bills&book=${book}`}>
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

interface RecentMovesProps {
  /** The balance in use, and what was asked of it: a query that began here would ask a second time. */
  book: Book
  query: ReturnType<typeof useWallet>
}

/** What moved last in the balance in use; above it that of the real one: a requested deposit is never out of sight. */
export function RecentMoves({ book, query }: RecentMovesProps) {
  const { t } = useTranslation('funds')
  return (
    <>
      {book === 'real' ? null : <OfReal />}
      {query.isLoadingError ? (
        <LoadFault title={t('recent')} query={query} />
      ) : (
        <RecentBills bills={query.data?.recent} book={book} />
      )}
    </>
  )
}

function OfReal() {
  const { data } = useWallet('real')
  return data === undefined || data.recent.length === 0 ? null : (
    <RecentBills bills={data.recent} book="real" />
  )
}
