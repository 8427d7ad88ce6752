import type { BookLimits, OwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Num } from '../../ui/Num.tsx'
import { USER_TEXTS } from './use-users.ts'

const BOOKS = ['real', 'demo'] as const

/** Limits and breaks that the user has set: support sees why an order was refused. Nobody else changes them. */
export function UserLimits({ of }: { of: OwnLimits }) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const { excludedUntilMs } = of
  return (
    <section>
      <h3>{t('limits.title')}</h3>
      {excludedUntilMs === null ? (
        <p className="cap">{t('limits.noBreak')}</p>
      ) : (
        <Banner title={t('limits.break')}>
          {t('limits.breakText', { time: `\u2068${formatDayAndClock(excludedUntilMs)}\u2069` })}
        </Banner>
      )}
      <table className="adm-ledger">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('limits.title')}</span>
            </th>
            {BOOKS.map((book) => (
              <th key={book} scope="col" className="end">
                {t(`admin:dashboard.books.${book}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('limits.maxStake')}</th>
            {BOOKS.map((book) => (
              <Limit key={book} limit={of[book].maxStake} next={of[book].nextMaxStake} />
            ))}
          </tr>
          <tr>
            <th scope="row">{t('limits.dailyLoss')}</th>
            {BOOKS.map((book) => (
              <Limit key={book} limit={of[book].dailyLoss} next={of[book].nextDailyLoss} />
            ))}
          </tr>
          <tr>
            <th scope="row">{t('limits.lostToday')}</th>
            {BOOKS.map((book) => (
              <td key={book} className="end">
                <Num>{formatMoneyExact(of[book].lostToday)}</Num>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Limit({ limit, next }: { limit: BookLimits['maxStake']; next: BookLimits['nextMaxStake'] }) {
  const { t } = useTranslation(USER_TEXTS)
  const text = (amount: string | null) => (amount === null ? t('limits.none') : formatMoneyExact(amount))
  return (
    <td className="end">
      <bdi>{text(limit)}</bdi>
      {next === null ? null : (
        <span className="cap adm-next">
          {t('limits.next', {
            limit: `\u2068${text(next.limit)}\u2069`,
            time: `\u2068${formatDayAndClock(next.fromMs)}\u2069`,
          })}
        </span>
      )}
    </td>
  )
}
