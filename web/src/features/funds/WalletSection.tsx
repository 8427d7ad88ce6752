import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useApproximate } from '../../lib/approximate.ts'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { AmountEye } from '../../ui/AmountEye.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayChange } from './DayChange.tsx'
import { FundsActions } from './FundsActions.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { RecentBills, RecentOfReal } from './RecentBills.tsx'
import { RecentWithdrawals } from './RecentWithdrawals.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import { useFollowedMoney, useWallet } from './use-funds.ts'

const BalanceChart = lazyLater(async () => (await import('./BalanceChart.tsx')).BalanceChart)
const PARTS = ['available', 'inPosition', 'frozen'] as const

/** What the chosen book holds, what a day changed, and what moved last. */
export function WalletSection() {
  const { t } = useTranslation(['funds', 'account', 'errors'])
  const book = useBook((choice) => choice.book)
  const { fundsMode } = useSiteInfo()
  const { hidden, setHidden } = useHiddenAmounts()
  useFollowedMoney()
  const { data, isError, isFetching, refetch } = useWallet(book)
  const approximate = useApproximate(data?.total)
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
        {data === undefined ? (
          <Skeleton width="100%" height={110} />
        ) : (
          <>
            <p className="fu-total">
              <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(data.total)}</Num>
            </p>
            {hidden || approximate === null ? null : (
              <p className="cap">
                {approximate.value} · {approximate.dated}
              </p>
            )}
            <DayChange {...{ change: data.change, changeBps: data.changeBps, hidden }} />
            <dl className="ac-parts">
              {PARTS.map((part) => (
                <div key={part}>
                  <dt data-part={part}>{t(`account:parts.${part}`)}</dt>
                  <dd>
                    <Num>{hidden ? <HiddenAmount /> : formatMoney(data[part])}</Num>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <FundsActions />
      </section>
      {hidden ? null : (
        <section className="card fu-wallet" aria-label={t('chart.title')}>
          <Suspense fallback={<Skeleton width="100%" height={240} />}>
            <BalanceChart book={book} />
          </Suspense>
        </section>
      )}
      <OpenDeposits />
      <RecentWithdrawals />
      <SavedAddresses />
      <RecentOfReal inUse={book} />
      <RecentBills bills={data?.recent} book={book} />
    </>
  )
}
