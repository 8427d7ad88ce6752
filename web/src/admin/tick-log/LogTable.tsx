import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { ShieldAlert, ShieldCheck, ShieldEllipsis } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { groupedSeq } from '../../lib/log-number.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/column.ts'
import { rowAfter } from '../table/table-keys.ts'
import type { CheckedBlock, HashedEntry } from './check-block.ts'
import type { LogRow } from './log-columns.tsx'
import type { LogAddress } from './use-log-address.ts'
import type { LogPage } from './use-log-page.ts'

interface LogTableProps {
  page: LogPage
  kinds: LogAddress['kinds']
  /** The entry that was asked for. */
  seq: number | null
  columns: readonly Column<LogRow>[]
}

const isShown = (kinds: LogAddress['kinds'], { kind }: LogEntry): boolean =>
  kinds === 'all' || (kinds === 'ticks' ? kind === 'tick' : kind !== 'tick' && kind !== 'watermark')

/** Entries block by block, each block with what this browser makes of its hash, root and signature. */
export function LogTable({ page, kinds, seq, columns }: LogTableProps) {
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
  const shown = [...blocks.flatMap(({ entries }) => entries), ...open].filter(({ entry }) =>
    isShown(kinds, entry),
  )
  const reached = (shown.find(({ entry }) => entry.seq === seq) ?? shown[0])?.entry.seq
  const rowsOf = (entries: readonly HashedEntry[]) =>
    entries
      .filter(({ entry }) => isShown(kinds, entry))
      .map((of) => (
        <EntryRow
          key={of.entry.seq}
          of={{ ...of, waitedMs: waits.get(of.entry.seq) }}
          columns={columns}
          isAsked={of.entry.seq === seq}
          isReached={of.entry.seq === reached}
        />
      ))
  return (
    <table className="table table-dense adm-table adm-log" aria-label={t('admin:page.tick-log')}>
      <thead>
        <tr>
          {columns.map(({ key, label, isFigure }) => (
            <th key={key} scope="col" className={classes(isFigure && 'end')}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {blocks.map((block) => (
        <tbody key={block.header.number}>
          <BlockRow of={block} columns={columns.length} />
          {rowsOf(block.entries)}
        </tbody>
      ))}
      {blocks.length > 0 || open.length > 0 ? null : (
        <tbody>
          <tr>
            <td colSpan={columns.length}>{t('log.none')}</td>
          </tr>
        </tbody>
      )}
      {open.length === 0 ? null : (
        <tbody>
          <tr className="adm-log-block">
            <th scope="rowgroup" colSpan={columns.length}>
              <Badge icon={ShieldEllipsis}>{t('log.unsealed')}</Badge>
            </th>
          </tr>
          {rowsOf(open)}
        </tbody>
      )}
    </table>
  )
}

function BlockRow({ of: { header, fault }, columns }: { of: CheckedBlock; columns: number }) {
  const { t } = useTranslation('admin-market')
  return (
    <tr className="adm-log-block">
      <th scope="rowgroup" colSpan={columns}>
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
  of: LogRow
  columns: readonly Column<LogRow>[]
  isAsked: boolean
  isReached: boolean
}

/** It opens nothing; the keys go from row to row as in every table, past the headings of the blocks. */
function EntryRow({ of, columns, isAsked, isReached }: EntryRowProps) {
  const { seq, kind } = of.entry
  return (
    <tr
      data-seq={seq}
      tabIndex={isReached ? 0 : -1}
      className={classes(kind === 'watermark' && 'text-quiet')}
      aria-current={isAsked ? 'true' : undefined}
      onKeyDown={moveFocus}
      ref={(row) => {
        if (isAsked) row?.scrollIntoView({ block: 'center' })
      }}
    >
      {columns.map(({ key, isFigure, cell }) => (
        <td key={key} className={classes(isFigure && 'end')}>
          {cell(of)}
        </td>
      ))}
    </tr>
  )
}

function moveFocus(event: KeyboardEvent<HTMLTableRowElement>): void {
  const { key, currentTarget } = event
  const rows = [...(currentTarget.closest('table')?.querySelectorAll<HTMLElement>('tr[data-seq]') ?? [])]
  const next = rowAfter(key, rows.indexOf(currentTarget), rows.length)
  if (next === null) return
  rows[next]?.focus()
  event.preventDefault()
}
