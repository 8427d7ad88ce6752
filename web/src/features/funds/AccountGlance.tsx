import './funds.css'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayChange } from './DayChange.tsx'
import { RecentBills } from './RecentBills.tsx'
import { useFollowedMoney, useWallet } from './use-funds.ts'

/** What a day changed in one book. */
export function BookChange({ book }: { book: Book }) {
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { data, isError } = useWallet(book)
  if (data !== undefined) return <DayChange {...{ change: data.change, changeBps: data.changeBps, hidden }} />
  return isError ? null : <Skeleton width={160} height={16} />
}

/** What moved last in the book in use. */
export function RecentOfBook() {
  useFollowedMoney()
  const { data, isError } = useWallet(useBook((choice) => choice.book))
  return isError && data === undefined ? null : <RecentBills bills={data?.recent} />
}
