import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatClockMs, groupedSeq } from '../../lib/log-number.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/column.ts'
import type { HashedEntry } from './check-block.ts'

/** An entry as the table shows it. */
export interface LogRow extends HashedEntry {
  /** Since the price before. */
  waitedMs: number | undefined
}

/** `staleMs`: a price is stale after this. */
export function useLogColumns(staleMs: number): Column<LogRow>[] {
  const { t } = useTranslation(['admin-market', 'proof'])
  return [
    {
      ...{ key: 'seq', label: t('proof:receipt.sequence'), isFigure: true },
      cell: ({ entry }) => <Num>{groupedSeq(entry.seq)}</Num>,
    },
    {
      ...{ key: 'time', label: t('proof:receipt.time') },
      cell: ({ entry }) => <Num>{formatClockMs(entry.timeMs)}</Num>,
    },
    { ...{ key: 'entry', label: t('log.entry') }, cell: ({ entry }) => <Kind of={entry} /> },
    {
      ...{ key: 'price', label: t('proof:receipt.price'), isFigure: true },
      cell: ({ entry: { price } }) => (price === undefined ? null : <Num>{formatPrice(price)}</Num>),
    },
    {
      ...{ key: 'waited', label: t('log.waited'), isFigure: true },
      cell: ({ waitedMs }) => <Waited {...{ waitedMs, staleMs }} />,
    },
    {
      ...{ key: 'details', label: t('log.details') },
      cell: ({ entry }) => (
        <div className="adm-log-details">
          <Details of={entry} />
        </div>
      ),
    },
    {
      ...{ key: 'hash', label: t('log.hash') },
      cell: ({ hash }) => (
        <Num className="mono text-quiet">{hash === null ? '--' : `${hash.slice(0, 12)}…`}</Num>
      ),
    },
  ]
}

function Kind({ of: { kind } }: { of: LogEntry }) {
  const { t } = useTranslation(['admin-market', 'proof'])
  if (kind === 'tick') return t('proof:receipt.price')
  return kind === 'watermark' ? t('log.watermark') : <b>{t(`proof:receipt.entry.${kind}`)}</b>
}

function Waited({ waitedMs, staleMs }: { waitedMs: number | undefined; staleMs: number }) {
  const { t } = useTranslation('admin-market')
  if (waitedMs === undefined || waitedMs === 0) return null
  const isGap = waitedMs > staleMs
  return (
    <span className={classes(isGap && 'adm-hot')}>
      <Num>{isGap ? `${t('log.gap')} ${waitedMs} ms` : `${waitedMs} ms`}</Num>
    </span>
  )
}

function Details({ of: entry }: { of: LogEntry }) {
  const { t } = useTranslation(['admin-market', 'admin', 'contracts'])
  switch (entry.kind) {
    case 'tick':
      return <Legs of={entry} />
    case 'rejected':
      return (
        <>
          {t(`log.rule.${entry.rule ?? 'order'}`)}
          {entry.secondPrice === undefined ? null : (
            <>
              {' · '}
              <Num>{formatPrice(entry.secondPrice)}</Num>
            </>
          )}{' '}
          <Legs of={entry} />
        </>
      )
    case 'acceptance':
      return t('log.orders', { count: entry.count ?? 0 })
    case 'source':
      return t(`contracts:sources.${entry.source ?? 'simulated'}`)
    case 'restart':
      return t('log.after', { seq: `\u2066${groupedSeq(entry.afterSeq ?? 0)}\u2069` })
    case 'void':
      return (
        <>
          <bdi>{formatDayAndClock(entry.fromMs ?? 0)}</bdi> – <bdi>{formatDayAndClock(entry.toMs ?? 0)}</bdi>{' '}
          · {t('admin:dashboard.contracts', { count: entry.contractCount ?? 0 })} ·{' '}
          <Num unit="USDT">{formatMoneySignedExact(entry.houseEffect)}</Num> · <bdi>{entry.reason}</bdi>
        </>
      )
    default:
      return null
  }
}

/** The quotes a derived price was made of. */
function Legs({ of: { legs } }: { of: LogEntry }) {
  if (legs === undefined) return null
  return [legs.base, legs.quote].map(({ pair, bid, ask }) => (
    <Num key={pair} className="text-quiet">
      {`${pair} ${bid}–${ask} `}
    </Num>
  ))
}
