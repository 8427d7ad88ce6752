import './funds.css'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayChange } from './DayChange.tsx'
import { LoadFault } from './LoadFault.tsx'
import { RecentBills, RecentOfReal } from './RecentBills.tsx'
import { useFollowedMoney, useWallet } from './use-funds.ts'

/** What a day changed in one book; of the one in use, with the way to all that moved in it. */
export function BookChange({ book }: { book: Book }) {
  const { t } = useTranslation(['funds', 'errors', 'ui'])
  const inUse = useBook((choice) => choice.book === book)
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { data, isError, isFetching, refetch } = useWallet(book)
  return (
    <div className="row">
      {data !== undefined ? (
        <DayChange {...{ change: data.change, changeBps: data.changeBps, hidden }} />
      ) : isError ? (
        <span className="row" role="status">
          {t('errors:LOAD_DATA')}
          <Button size="s" className="hit" pending={isFetching} onClick={() => void refetch()}>
            {t('ui:retry')}
          </Button>
        </span>
      ) : (
        <Skeleton width={160} height={16} />
      )}
      <span className="flex-1" />
      {inUse ? (
        <Link className="link hit" to="/account?section=wallet">
          {t('title.wallet')}
        </Link>
      ) : null}
    </div>
  )
}

/** What moved last in the balance in use; of the real one always. */
export function RecentOfBook() {
  useFollowedMoney()
  const { t } = useTranslation('funds')
  const book = useBook((choice) => choice.book)
  const query = useWallet(book)
  return (
    <>
      <RecentOfReal inUse={book} />
      {query.isLoadingError ? (
        <LoadFault title={t('recent')} query={query} />
      ) : (
        <RecentBills bills={query.data?.recent} book={book} />
      )}
    </>
  )
}
