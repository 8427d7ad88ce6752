import type { PublicEvent } from '@truestrike/protocol/month-endpoints.ts'
import { ArrowLeftRight, Ban, CirclePause, type LucideIcon, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { groupedSeq } from '../../lib/log-number.ts'
import { formatMoneySigned } from '../../lib/money-format.ts'
import { usePairText } from '../../lib/products-query.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { EffectFigure, EffectText } from './BookMonth.tsx'
import { formatUtcMoment } from './utc-text.ts'

const ICONS: Record<PublicEvent['kind'], LucideIcon> = {
  halt: Unplug,
  source: ArrowLeftRight,
  void: Ban,
  stop: CirclePause,
}

export function EventRow({ event }: { event: PublicEvent }) {
  const { t } = useTranslation(['proof', 'contracts'])
  const { kind, voided, effects } = event
  return (
    <li className="pm-event">
      <Icon of={ICONS[kind]} size={18} />
      <div className="pm-what">
        <EventName event={event} />
        <EventTime event={event} />
        {voided === null ? null : (
          <span className="cap">
            {t('months.voided', {
              count: voided.contracts,
              effect: isolated(formatMoneySigned(voided.houseEffect)),
            })}{' '}
            <bdi>{voided.reason}</bdi>
          </span>
        )}
      </div>
      <EntryLinks event={event} />
      <ul className="pm-effects">
        {effects.map(({ book, ...effect }) => (
          <li key={book}>
            <span className="cap">{t(`contracts:book.${book}`)}</span>
            <EffectFigure effect={effect} />
            <EffectText effect={effect} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function EventName({ event: { kind, symbol, openMs, toMs, sourceBefore, source } }: { event: PublicEvent }) {
  const { t } = useTranslation(['proof', 'contracts'])
  const duration = formatDuration(Math.max(1, Math.round((openMs ?? 0) / 1000)))
  const words = {
    halt: t(toMs === null ? 'months.kind.haltOpen' : 'months.kind.halt', { duration }),
    stop: t(toMs === null ? 'months.kind.stopOpen' : 'months.kind.stop'),
    void: t('months.kind.void'),
    source:
      sourceBefore === source
        ? t('months.kind.restart')
        : t('months.kind.source', {
            from: sourceBefore === null ? '' : t(`contracts:sources.${sourceBefore}`),
            to: source === null ? '' : t(`contracts:sources.${source}`),
          }),
  }
  return (
    <span>
      <b>{symbol === null ? t('months.all') : <PairText symbol={symbol} />}</b> {words[kind]}
    </span>
  )
}

function PairText({ symbol }: { symbol: string }) {
  return <Num>{usePairText(symbol)}</Num>
}

function EventTime({ event: { kind, fromMs, toMs } }: { event: PublicEvent }) {
  const { t } = useTranslation('proof')
  const from = isolated(formatUtcMoment(fromMs))
  const isMoment = kind === 'source' || toMs === fromMs
  return (
    <span className="cap">
      {toMs === null
        ? t('months.since', { from })
        : isMoment
          ? from
          : t('months.span', { from, to: isolated(formatUtcMoment(toMs)) })}
    </span>
  )
}

/** Where a stranger finds it: the entries in the public log. */
function EntryLinks({ event: { symbol, seq, endSeq } }: { event: PublicEvent }) {
  const { t } = useTranslation('proof')
  if (symbol === null || seq === null) return <span className="cap pm-log">{t('months.notLogged')}</span>
  return (
    <span className="pm-log">
      {[seq, endSeq].map((number) =>
        number === null ? null : (
          <a
            key={number}
            className="link"
            href={`/api/market/ticks?symbol=${symbol}&fromSeq=${number}&limit=1`}
            target="_blank"
            rel="noopener"
          >
            {t('months.entry', { seq: isolated(groupedSeq(number)) })}
          </a>
        ),
      )}
    </span>
  )
}

const isolated = (text: string): string => `\u2066${text}\u2069`
