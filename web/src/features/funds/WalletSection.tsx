import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Later } from '../../ui/Later.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BalanceChart, FIRST_RANGE } from './BalanceChart.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { RecentMoves } from './RecentBills.tsx'
import { RecentWithdrawals } from './RecentWithdrawals.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import {
  useAddresses,
  useBalanceDays,
  useFollowedMoney,
  useOpenDeposits,
  useWallet,
  useWithdrawals,
} from './use-funds.ts'

/** What both balances hold, how the one in use has moved, and what is open. */
export function WalletSection({ balances }: { balances: ReactNode }) {
  const { t } = useTranslation('funds')
  const book = useBook((choice) => choice.book)
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  useFollowedMoney()
  return (
    <>
      {balances}
      {hidden ? (
        <WalletLists book={book} />
      ) : (
        <>
          <section className="card fu-wallet" aria-label={t('chart.title')}>
            <BalanceChart book={book} />
          </section>
          <BelowChart book={book}>
            <WalletLists book={book} />
          </BelowChart>
        </>
      )}
    </>
  )
}

/** The chart is as high as its notes: what stands below it waits for them. */
function BelowChart({ book, children }: { book: Book; children: ReactNode }) {
  return <Later when={useBalanceDays(book, FIRST_RANGE).isFetched}>{children}</Later>
}

/** Lists that are not there when they are empty: all at once, as a later one would push the others down. */
function WalletLists({ book }: { book: Book }) {
  const query = useWallet(book)
  const lists = [
    useOpenDeposits(),
    useWithdrawals('open'),
    useWithdrawals(),
    useAddresses(),
    useWallet('real'),
  ]
  if (lists.some(({ isFetched }) => !isFetched)) {
    return (
      <div className="panel" aria-busy="true">
        <Skeleton width="100%" height={240} />
      </div>
    )
  }
  return (
    <>
      <OpenDeposits />
      <RecentWithdrawals />
      <SavedAddresses />
      <RecentMoves book={book} query={query} />
    </>
  )
}
