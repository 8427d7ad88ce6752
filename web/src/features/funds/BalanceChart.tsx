import type { BalanceDays } from '@truestrike/protocol/bill-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/money-format.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Chip } from '../../ui/Chip.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { chartShape, formatUtcDay, HEIGHT, WIDTH } from './balance-shape.ts'
import { DayTable } from './DayTable.tsx'
import { useBalanceDays } from './use-funds.ts'

const RANGES = [7, 30, 90] as const
/** Days that it shows until another range is chosen. */
export const FIRST_RANGE = 30

/** What a book held day by day: a line for the eye, the same as a table for whoever listens. */
export function BalanceChart({ book }: { book: Book }) {
  const { t } = useTranslation('funds')
  const { fundsMode } = useSiteInfo()
  const [range, setRange] = useState<number>(FIRST_RANGE)
  const { data, isError, isFetching, refetch } = useBalanceDays(book, range)
  return (
    <figure className="fu-chart" aria-busy={data === undefined && !isError}>
      <figcaption className="row">
        {t('chart.title')}
        <FundsBadge funds={book === 'demo' ? 'demo' : fundsMode} />
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that stand together, no fields of a form */}
      <div className="fu-buttons" role="group" aria-label={t('chart.range')}>
        {RANGES.map((days) => (
          <Chip key={days} pressed={days === range} onClick={() => setRange(days)}>
            {t('chart.days', { count: days })}
          </Chip>
        ))}
      </div>
      {data !== undefined ? (
        <Chart days={data.days} />
      ) : isError ? (
        <ErrorState title={t('chart.failed')} pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={156} />
      )}
    </figure>
  )
}

function Chart({ days }: { days: BalanceDays }) {
  const { t } = useTranslation('funds')
  const [at, setAt] = useState<number | null>(null)
  const { path, area, points, low, high } = chartShape(days.map(({ closing }) => closing))
  const index = Math.min(at ?? days.length - 1, days.length - 1)
  const day = days[index]
  const [first, last] = [days[0], days.at(-1)]
  const point = points[index]
  if (day === undefined || first === undefined || last === undefined) return null
  const follow = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    setAt(Math.round(share * (days.length - 1)))
  }
  const text = {
    ...{ from: formatUtcDay(first.dayMs), to: formatUtcDay(last.dayMs) },
    ...{ low: formatMoney(low), high: formatMoney(high), last: formatMoney(last.closing) },
  }
  return (
    <>
      <p className="fu-reading" aria-hidden="true">
        <span className="cap">{formatUtcDay(day.dayMs)}</span>
        <Num unit="USDT">{formatMoney(day.closing)}</Num>
      </p>
      <p className="sr-only">{t('chart.text', text)}</p>
      <div className="fu-plot" dir="ltr" aria-hidden="true">
        <div
          className="fu-line"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setAt(null)}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path className="fu-area" d={area} />
            <path d={path} />
          </svg>
          {point === undefined ? null : (
            <i style={{ left: `${(point.x / WIDTH) * 100}%`, top: `${(point.y / HEIGHT) * 100}%` }} />
          )}
        </div>
        <span className="fu-scale">
          <Num>{formatMoney(high)}</Num>
          {low === high ? null : <Num>{formatMoney(low)}</Num>}
        </span>
        <span className="fu-days">
          <bdi>{formatUtcDay(first.dayMs)}</bdi>
          {days.length < 2 ? null : <bdi>{formatUtcDay(last.dayMs)}</bdi>}
        </span>
      </div>
      <p className="cap">{t('chart.note')}</p>
      <DayTable days={days} />
    </>
  )
}
