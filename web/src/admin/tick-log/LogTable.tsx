import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { ShieldAlert, ShieldCheck, ShieldEllipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatClockMs, groupedSeq } from '../../lib/log-number.ts'
import { formatMoneySigned } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import type { CheckedBlock, HashedEntry } from './check-block.ts'
import type { LogAddress } from './use-log-address.ts'
import type { LogPage } from './use-log-page.ts'

interface LogTableProps {
  page: LogPage
  kinds: LogAddress['kinds']
  /** The entry that was asked for. */
  seq: number | null
  /** A price is stale after this. */
  staleMs: number
}

const isShown = (kinds: LogAddress['kinds'], { kind }: LogEntry): boolean =>
  kinds === 'all' || (kinds === 'ticks' ? kind === 'tick' : kind !== 'tick' && kind !== 'watermark')

/** Entries block by block, each block with what this browser makes of its hash, root and signature. */
export function LogTable({ page, kinds, seq, staleMs }: LogTableProps) {
  const { t } = useTranslation(['admin-market', 'admin', 'proof'])
  const all = [...page.blocks.flatMap(({ entries }) => entries), ...page.open]
  const ticks = all.filter(({ entry }) => entry.kind === 'tick')
  const waits = new Map(
    ticks.map(({ entry }, at) => [entry.seq, entry.timeMs - (ticks[at - 1]?.entry.timeMs ?? entry.timeMs)]),
  )
  const hasShown = (entries: readonly HashedEntry[]) => entries.some(({ entry }) => isShown(kinds, entry))
  // A block that does not hold is never passed over.
  const blocks = page.blocks.filter(({ entries, fault }) => fault !== null || hasShown(entries))
  const open = hasShown(page.open) ? page.open : []
  const rowsOf = (entries: readonly HashedEntry[]) =>
    entries
      .filter(({ entry }) => isShown(kinds, entry))
      .map((of) => (
        <EntryRow
          key={of.entry.seq}
          of={of}
          isAsked={of.entry.seq === seq}
          waitedMs={waits.get(of.entry.seq)}
          staleMs={staleMs}
        />
      ))
  return (
    <table className="table table-dense adm-table adm-log" aria-label={t('admin:page.tick-log')}>
      <thead>
        <tr>
          <th scope="col" className="end">
            {t('proof:receipt.sequence')}
          </th>
          <th scope="col">{t('proof:receipt.time')}</th>
          <th scope="col">{t('log.entry')}</th>
          <th scope="col" className="end">
            {t('proof:receipt.price')}
          </th>
          <th scope="col" className="end">
            {t('log.waited')}
          </th>
          <th scope="col">{t('log.details')}</th>
          <th scope="col">{t('log.hash')}</th>
        </tr>
      </thead>
      {blocks.map((block) => (
        <tbody key={block.header.number}>
          <BlockRow of={block} />
          {rowsOf(block.entries)}
        </tbody>
      ))}
      {blocks.length > 0 || open.length > 0 ? null : (
        <tbody>
          <tr>
            <td colSpan={7}>{t('log.none')}</td>
          </tr>
        </tbody>
      )}
      {open.length === 0 ? null : (
        <tbody>
          <tr className="adm-log-block">
            <th scope="rowgroup" colSpan={7}>
              <Badge icon={ShieldEllipsis}>{t('log.unsealed')}</Badge>
            </th>
          </tr>
          {rowsOf(open)}
        </tbody>
      )}
    </table>
  )
}

function BlockRow({ of: { header, fault } }: { of: CheckedBlock }) {
  const { t } = useTranslation('admin-market')
  return (
    <tr className="adm-log-block">
      <th scope="rowgroup" colSpan={7}>
        <span className="adm-icon-line">
          <b>{t('log.block', { number: `\u2066${groupedSeq(header.number)}\u2069` })}</b>
          <bdi>{formatDayAndClock(header.timeMs)}</bdi>
          <Badge
            icon={fault === null ? ShieldCheck : ShieldAlert}
            tone={fault === null ? 'accent' : 'caution'}
          >
            {t(fault === null ? 'log.holds' : `log.fault.${fault}`)}
          </Badge>
          <Num className="mono text-quiet">{`${header.root.slice(0, 10)}… · ${header.keyId.slice(0, 8)}…`}</Num>
        </span>
      </th>
    </tr>
  )
}

interface EntryRowProps {
  of: HashedEntry
  isAsked: boolean
  /** Since the price before. */
  waitedMs: number | undefined
  staleMs: number
}

function EntryRow({ of: { entry, hash }, isAsked, waitedMs, staleMs }: EntryRowProps) {
  const { t } = useTranslation(['admin-market', 'proof'])
  const { seq, kind, timeMs, price } = entry
  const isEvent = kind !== 'tick' && kind !== 'watermark'
  const isGap = waitedMs !== undefined && waitedMs > staleMs
  return (
    <tr
      className={classes(kind === 'watermark' && 'text-quiet')}
      aria-current={isAsked ? 'true' : undefined}
      ref={(row) => {
        if (isAsked) row?.scrollIntoView({ block: 'center' })
      }}
    >
      <td className="end">
        <Num>{groupedSeq(seq)}</Num>
      </td>
      <td>
        <Num>{formatClockMs(timeMs)}</Num>
      </td>
      <td>
        {kind === 'tick' ? (
          t('proof:receipt.price')
        ) : isEvent ? (
          <b>{t(`proof:receipt.entry.${kind}`)}</b>
        ) : (
          t('log.watermark')
        )}
      </td>
      <td className="end">{price === undefined ? null : <Num>{formatPrice(price)}</Num>}</td>
      <td className={classes('end', isGap && 'adm-hot')}>
        {waitedMs === undefined || waitedMs === 0 ? null : (
          <Num>{isGap ? `${t('log.gap')} ${waitedMs} ms` : `${waitedMs} ms`}</Num>
        )}
      </td>
      <td className="adm-log-details">
        <Details of={entry} />
      </td>
      <td>
        <Num className="mono text-quiet">{hash === null ? '--' : `${hash.slice(0, 12)}…`}</Num>
      </td>
    </tr>
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
          <Num unit="USDT">{formatMoneySigned(entry.houseEffect)}</Num> · <bdi>{entry.reason}</bdi>
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
