import './funds.css'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayChange } from './DayChange.tsx'
import { RecentMoves } from './RecentBills.tsx'
import { useFollowedMoney, useWallet } from './use-funds.ts'

interface BookChangeProps {
  book: Book
  isInWallet: boolean
}

/** What a day changed in one book; of the one in use, with the way to all that moved in it. */
export function BookChange({ book, isInWallet }: BookChangeProps) {
  const { t } = useTranslation(['funds', 'errors', 'ui'])
  const inUse = useBook((choice) => choice.book === book)
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { data, isError, isFetching, refetch } = useWallet(book)
  return (
    <div className="row ac-change" aria-busy={data === undefined && !isError}>
      {isError && data === undefined ? (
        <span className="row" role="status">
          {t('errors:LOAD_DATA')}
          <Button size="s" className="hit" pending={isFetching} onClick={() => void refetch()}>
            {t('ui:retry')}
          </Button>
        </span>
      ) : (
        <DayChange change={data?.change} changeBps={data?.changeBps ?? null} hidden={hidden} />
      )}
      {inUse && !isInWallet ? (
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
  const book = useBook((choice) => choice.book)
  const query = useWallet(book)
  const real = useWallet('real')
  // What moved in the real balance stands above, and nobody knows beforehand whether there is any.
  if (!real.isFetched) return <Skeleton width="100%" height={240} />
  return <RecentMoves book={book} query={query} />
}
