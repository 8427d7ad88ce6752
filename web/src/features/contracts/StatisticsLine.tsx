import { useTranslation } from 'react-i18next'
import { formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatBps } from '../../lib/price-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { RecordQuery } from './record-filters.ts'
import { useStatistics } from './use-records.ts'

/**
 * The user's own hit rate beside the break-even rate, over the contracts the filters name; equal and cancelled contracts are
 * left out of it. Among contracts of one result a rate says nothing.
 */
export function StatisticsLine({ query }: { query: RecordQuery }) {
  const { t } = useTranslation(['contracts', 'errors', 'ui'])
  const { data, isError, refetch } = useStatistics(query)
  if (isError && data === undefined) {
    return (
      <p className="cr-stats" role="status">
        {t('errors:LOAD_DATA')}
        <Button size="s" onClick={() => void refetch()}>
          {t('ui:retry')}
        </Button>
      </p>
    )
  }
  const rateText = (bps: number | null | undefined): string =>
    bps == null || query.result !== undefined ? '--' : formatBps(bps)
  const figures = [
    {
      key: 'hitRate',
      note: t('statistics.hitRateNote'),
      shown: <Num>{rateText(data?.hitRateBps)}</Num>,
    },
    {
      key: 'breakEven',
      note: t('statistics.breakEvenNote'),
      shown: <Num>{rateText(data?.breakEvenBps)}</Num>,
    },
    {
      key: 'wonLost',
      note: undefined,
      // Two figures, not one from left to right: they stand in the order of the words of their label.
      shown: (
        <>
          <Num>{data?.won}</Num> / <Num>{data?.lost}</Num>
        </>
      ),
    },
    {
      key: 'profit',
      note: undefined,
      shown: <Num tone={toneOf(data?.profit)}>{formatMoneySigned(data?.profit)}</Num>,
    },
  ] as const
  return (
    <dl className="cr-stats">
      {figures.map(({ key, note, shown }) => (
        <div key={key} title={note}>
          <dt>{t(`statistics.${key}`)}</dt>
          <dd>{data === undefined ? <Skeleton width={48} height={14} /> : shown}</dd>
        </div>
      ))}
    </dl>
  )
}
