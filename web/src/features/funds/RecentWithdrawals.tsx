import type { Withdrawal } from '@truestrike/protocol/funds-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Num } from '../../ui/Num.tsx'
import { LoadFault } from './LoadFault.tsx'
import { useWithdrawals } from './use-funds.ts'

/** Of those that have ended; open ones are all shown. */
const ENDED_SHOWN = 5

/** Where his money goes: withdrawals nobody has decided yet, and the newest of the others. */
export function RecentWithdrawals() {
  const { t } = useTranslation('funds')
  const [open, newest] = [useWithdrawals('open'), useWithdrawals()]
  if (open.isLoadingError || newest.isLoadingError) {
    const isFetching = open.isFetching || newest.isFetching
    const refetch = () => Promise.all([open.refetch(), newest.refetch()])
    return <LoadFault title={t('withdraw.recent')} query={{ isFetching, refetch }} />
  }
  const ended = newest.data?.withdrawals.filter(({ endedMs }) => endedMs !== null) ?? []
  // One that has just ended may still be among the open ones.
  const waiting = (open.data?.withdrawals ?? []).filter(({ id }) => !ended.some((each) => each.id === id))
  const shown = [...waiting, ...ended.slice(0, ENDED_SHOWN)]
  if (shown.length === 0) return null
  return (
    <section className="panel" aria-label={t('withdraw.recent')}>
      <h2 className="fu-head">{t('withdraw.recent')}</h2>
      <ul className="fu-bills">
        {shown.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
    </section>
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('funds')
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { method, network, address, bankName, accountEnd, state, remark, payoutRef } = withdrawal
  const { amount, fee, actual, createdMs, endedMs, returnedMs, correctedMs } = withdrawal
  const money = (text: string) => (hidden ? <HiddenAmount /> : formatMoney(text))
  return (
    <li>
      <span className="col flex-1 min-w-0">
        <b>
          <Num unit="USDT">{money(amount)}</Num>
        </b>
        <span className="cap">
          {t(`method.${network ?? method}`)} · <bdi>{formatDayAndClock(createdMs)}</bdi> ·{' '}
          {t(`status.${state}`)}
          {endedMs === null ? null : (
            <>
              {' · '}
              <bdi>{formatDayAndClock(endedMs)}</bdi>
            </>
          )}
        </span>
        <span className="cap fu-whole">
          {address === null ? null : (
            <bdi dir="ltr" className="mono">
              {address}
            </bdi>
          )}
          {bankName === null ? null : <bdi>{bankName}</bdi>}
          {accountEnd === null ? null : (
            <>
              {' · '}
              <bdi dir="ltr" className="mono">
                …{accountEnd}
              </bdi>
            </>
          )}
        </span>
        {payoutRef === null ? null : (
          <span className="cap fu-whole">
            {t('withdraw.payoutRef')}:{' '}
            <bdi dir="ltr" className="mono">
              {payoutRef}
            </bdi>
          </span>
        )}
        {remark === null ? null : (
          <span className="cap">
            <bdi>{remark}</bdi>
          </span>
        )}
        {returnedMs === null ? null : (
          <span className="cap">{t('withdraw.returned', { time: formatDayAndClock(returnedMs) })}</span>
        )}
        {correctedMs === null ? null : (
          <span className="cap">{t('withdraw.corrected', { time: formatDayAndClock(correctedMs) })}</span>
        )}
      </span>
      <span className="fu-figure">
        <span className="cap">
          {t('withdraw.fee')} <Num>{money(fee)}</Num>
        </span>
        <span className="cap">
          {t('withdraw.actual')} <Num>{money(actual)}</Num>
        </span>
      </span>
    </li>
  )
}
