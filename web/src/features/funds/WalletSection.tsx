import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApproximate } from '../../lib/approximate.ts'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { AmountEye } from '../../ui/AmountEye.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { lazyAgain } from '../../ui/lazy-again.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BillList } from './BillList.tsx'
import { FundsActions } from './FundsActions.tsx'
import { OpenDeposits } from './OpenDeposits.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import { useWallet } from './use-funds.ts'

const BalanceChart = lazyAgain(async () => (await import('./BalanceChart.tsx')).BalanceChart)
const PARTS = ['available', 'inPosition', 'frozen'] as const

/** What the chosen book holds, what a day changed, and what moved last. */
export function WalletSection() {
  const { t } = useTranslation(['funds', 'account', 'errors'])
  const book = useBook((choice) => choice.book)
  const { fundsMode } = useSiteInfo()
  const { hidden, setHidden } = useHiddenAmounts()
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
            <p className="cap">
              {hidden ? null : <Num tone={toneOf(data.change)}>{formatMoneySigned(data.change)}</Num>}{' '}
              {data.changeBps === null ? null : (
                <Num tone={toneOf(data.change)}>{`${(data.changeBps / 100).toFixed(2)}%`}</Num>
              )}{' '}
              {t('change')}
            </p>
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
        <FundsActions to="bills" />
      </section>
      {hidden ? null : (
        <section className="card fu-wallet" aria-label={t('chart.title')}>
          <Suspense fallback={<Skeleton width="100%" height={240} />}>
            <BalanceChart book={book} />
          </Suspense>
        </section>
      )}
      <OpenDeposits />
      <SavedAddresses />
      <section className="panel" aria-label={t('recent')}>
        <div className="fu-head">
          <h2>{t('recent')}</h2>
          <Link className="link hit" to="/account?section=bills">
            {t('all')}
          </Link>
        </div>
        {data === undefined ? (
          <Skeleton width="100%" height={200} />
        ) : data.recent.length === 0 ? (
          <p className="fu-none">{t('none')}</p>
        ) : (
          <BillList bills={data.recent} />
        )}
      </section>
    </>
  )
}
