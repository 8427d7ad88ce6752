import { useTranslation } from 'react-i18next'
import { formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatBps } from '../../lib/price-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useStatistics } from './use-records.ts'

/** The user's own hit rate beside the one he needs; equal and cancelled contracts are left out of it. */
export function StatisticsLine() {
  const { t } = useTranslation(['contracts', 'errors', 'ui'])
  const { data, isError, refetch } = useStatistics()
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
  const figures = [
    { key: 'hitRate', text: data?.hitRateBps == null ? '--' : formatBps(data.hitRateBps), tone: undefined },
    {
      key: 'breakEven',
      text: data?.breakEvenBps == null ? '--' : formatBps(data.breakEvenBps),
      tone: undefined,
    },
    { key: 'wonLost', text: data === undefined ? '--' : `${data.won} / ${data.lost}`, tone: undefined },
    { key: 'profit', text: formatMoneySigned(data?.profit), tone: toneOf(data?.profit) },
  ] as const
  return (
    <dl className="cr-stats">
      {figures.map(({ key, text, tone }) => (
        <div key={key} title={t(`statistics.${key}Note`)}>
          <dt>{t(`statistics.${key}`)}</dt>
          <dd>{data === undefined ? <Skeleton width={48} height={14} /> : <Num tone={tone}>{text}</Num>}</dd>
        </div>
      ))}
    </dl>
  )
}
