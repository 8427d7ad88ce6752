import './months.css'
import { formatMonth, monthOfMs, monthStartMs, parseMonth } from '@truestrike/core/utc-month.ts'
import type { MonthFigures } from '@truestrike/protocol/month-endpoints.ts'
import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProofLink } from '../../ui/ProofLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BookMonth } from './BookMonth.tsx'
import { EventList } from './EventList.tsx'
import { useMonth, useMonthChoice } from './use-month.ts'
import { formatUtcMonth } from './utc-text.ts'

const WHERE = ['contracts', 'effect', 'unknown', 'halts', 'marks', 'stops'] as const

/** What was cancelled, halted, voided or switched, month by month, and what it meant for the house. Guests see it too. */
export function MonthsPage() {
  const { t } = useTranslation('proof')
  usePageTitle(t('months.title'))
  const [chosen, choose] = useMonthChoice()
  const { data, isError, isFetching, refetch } = useMonth(chosen)
  return (
    <div className="page pm">
      <header className="pm-head">
        <Icon of={CalendarClock} size={28} />
        <h1>{t('months.title')}</h1>
        <p>{t('months.lead')}</p>
        <ProofLink className="link" />
      </header>
      <MonthBar figures={data} asked={chosen} onChoose={choose} />
      {data !== undefined ? (
        <>
          <div className="pm-pair">
            {data.books.map((figures) => (
              <BookMonth key={figures.book} figures={figures} />
            ))}
          </div>
          <EventList month={data.month} />
        </>
      ) : isError ? (
        <section className="card">
          <ErrorState
            title={t('months.failed')}
            text={t('months.failedText')}
            onRetry={() => void refetch()}
            pending={isFetching}
          />
        </section>
      ) : (
        <MonthLoading />
      )}
      <section className="card pm-where" aria-labelledby="pm-where">
        <h2 id="pm-where">{t('months.where.title')}</h2>
        <ul>
          {WHERE.map((key) => (
            <li key={key}>
              <RichText text={t(`months.where.${key}`)} parts={{ b: (words) => <b>{words}</b> }} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

interface MonthBarProps {
  figures: MonthFigures | undefined
  asked: string | null
  onChoose: (month: string | null) => void
}

function MonthBar({ figures, asked, onChoose }: MonthBarProps) {
  const { t } = useTranslation('proof')
  // The buttons stay what they were while the next month loads: a disabled one would lose the focus.
  const known = useRef(figures)
  known.current = figures ?? known.current
  const { firstMonth = '', thisMonth = '' } = known.current ?? {}
  const at = asked === null ? monthOfMs(serverClock.nowMs()) : parseMonth(asked)
  const month = formatMonth(at)
  const step = (by: number): void => {
    const next = formatMonth(at + by)
    onChoose(next === thisMonth ? null : next)
  }
  return (
    <nav className="pm-bar" aria-label={t('months.choose')}>
      <IconButton
        icon={ChevronLeft}
        label={t('months.earlier')}
        className="flip"
        disabled={thisMonth === '' || month <= firstMonth}
        onClick={() => step(-1)}
      />
      <h2 aria-live="polite">
        {formatUtcMonth(monthStartMs(at))}
        {month === thisMonth ? <span className="cap">{t('months.soFar')}</span> : null}
      </h2>
      <IconButton
        icon={ChevronRight}
        label={t('months.later')}
        className="flip"
        disabled={thisMonth === '' || month >= thisMonth}
        onClick={() => step(1)}
      />
    </nav>
  )
}

/** The boxes of two books and some events. */
function MonthLoading() {
  const { t } = useTranslation('proof')
  return (
    <div className="pm-loading" aria-busy="true">
      <span className="sr-only" role="status">
        {t('months.loading')}
      </span>
      <div className="pm-pair">
        <div className="card">
          <Skeleton width="100%" height={252} />
        </div>
        <div className="card">
          <Skeleton width="100%" height={252} />
        </div>
      </div>
      <div className="card">
        <Skeleton width="100%" height={160} />
      </div>
    </div>
  )
}
