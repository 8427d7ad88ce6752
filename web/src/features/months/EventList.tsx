import type { PublicEvent } from '@truestrike/protocol/month-endpoints.ts'
import { CalendarCheck2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EventRow } from './EventRow.tsx'
import { useMonthEvents } from './use-month.ts'

/** Halts, voids, changes of source and stops of orders, newest first. */
export function EventList({ month }: { month: string }) {
  const { t } = useTranslation(['proof', 'contracts'])
  const found = useMonthEvents(month)
  return (
    <section className="card pm-events" aria-labelledby="pm-events">
      <h2 id="pm-events">{t('months.events')}</h2>
      <Events {...found} />
      {found.more ? (
        <Button pending={found.busy} onClick={found.loadMore}>
          {t('contracts:more')}
        </Button>
      ) : null}
    </section>
  )
}

function Events({ events, failed, busy, retry }: ReturnType<typeof useMonthEvents>) {
  const { t } = useTranslation('proof')
  if (events === undefined) {
    if (failed) return <ErrorState title={t('months.eventsFailed')} onRetry={retry} pending={busy} />
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height={120} />
      </div>
    )
  }
  if (events.length === 0) return <EmptyState icon={CalendarCheck2} title={t('months.noEvents')} />
  return (
    <ul>
      {events.map((event) => (
        <EventRow key={keyOf(event)} event={event} />
      ))}
    </ul>
  )
}

const keyOf = ({ id, symbol, seq }: PublicEvent): string => id ?? `${symbol} ${seq}`
