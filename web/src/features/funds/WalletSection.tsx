import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApproximate } from '../../lib/approximate.ts'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { useSession } from '../../lib/session-store.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { AmountEye } from '../../ui/AmountEye.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Later } from '../../ui/Later.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BalanceChart, FIRST_RANGE } from './BalanceChart.tsx'
import { DayChange } from './DayChange.tsx'
import { FundsActions } from './FundsActions.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { RecentBills, RecentOfReal } from './RecentBills.tsx'
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

const PARTS = ['available', 'inPosition', 'frozen'] as const

/** What the chosen book holds, what a day changed, and what moved last. */
export function WalletSection() {
  const { t } = useTranslation(['funds', 'account', 'errors'])
  const book = useBook((choice) => choice.book)
  const { fundsMode } = useSiteInfo()
  const { hidden, setHidden } = useHiddenAmounts()
  useFollowedMoney()
  const { data, isError, isFetching, refetch } = useWallet(book)
  // What the page knows already stands there until the answer comes.
  const known = useSession((session) => session.user?.balances[book])
  const balance = data ?? known
  const approximate = useApproximate(balance?.total)
  const lists = <WalletLists book={book} bills={data?.recent} />
  if (isError && data === undefined) {
    return <ErrorState title={t('errors:LOAD_BALANCE')} pending={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      <section
        className="card fu-wallet"
        aria-label={t(`account:book.${book}`)}
        aria-busy={data === undefined}
      >
        <div className="row">
          <h2 className="lab">{t(`account:book.${book}`)}</h2>
          <FundsBadge funds={book === 'demo' ? 'demo' : fundsMode} />
          <span className="flex-1" />
          <AmountEye hidden={hidden} onChange={setHidden} />
        </div>
        <p className="fu-total">
          <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(balance?.total)}</Num>
        </p>
        {hidden || approximate === null ? null : (
          <p className="cap">
            {approximate.value} · {approximate.dated}
          </p>
        )}
        <DayChange change={data?.change} changeBps={data?.changeBps ?? null} hidden={hidden} />
        <dl className="ac-parts">
          {PARTS.map((part) => (
            <div key={part}>
              <dt data-part={part}>{t(`account:parts.${part}`)}</dt>
              <dd>
                <Num>{hidden ? <HiddenAmount /> : formatMoney(balance?.[part])}</Num>
              </dd>
            </div>
          ))}
        </dl>
        <FundsActions />
      </section>
      {hidden ? null : (
        <section className="card fu-wallet" aria-label={t('chart.title')}>
          <BalanceChart book={book} />
        </section>
      )}
      {hidden ? lists : <BelowChart book={book}>{lists}</BelowChart>}
    </>
  )
}

/** The chart is as high as its notes: what stands below it waits for them. */
function BelowChart({ book, children }: { book: Book; children: ReactNode }) {
  return <Later when={useBalanceDays(book, FIRST_RANGE).isFetched}>{children}</Later>
}

/** Lists that are not there when they are empty: all at once, as a later one would push the others down. */
function WalletLists({ book, bills }: { book: Book; bills: readonly Bill[] | undefined }) {
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
      <RecentOfReal inUse={book} />
      <RecentBills bills={bills} book={book} />
    </>
  )
}
