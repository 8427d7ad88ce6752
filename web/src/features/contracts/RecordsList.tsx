import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { isPending } from '../../lib/contracts-store.ts'
import { formatDuration } from '../../lib/duration-format.ts'
import { shortCountdown, useLiveContract } from '../../lib/live-contract.ts'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { dayStartMs } from '../../lib/own-days.ts'
import { formatMonthDay } from '../../lib/time-format.ts'
import { DirectionBox, DirectionTag } from '../../ui/DirectionTag.tsx'
import { Num } from '../../ui/Num.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { OrderLine } from './OrderLine.tsx'
import { RecordSymbol } from './RecordSymbol.tsx'
import { daysOf, sumOf } from './record-days.ts'

interface RecordItemsProps {
  contracts: readonly Contract[]
  nowMs: number
  onChoose: (id: string) => void
}

interface RecordsListProps extends RecordItemsProps {
  /** Nothing of the view is missing. */
  whole: boolean
}

/** On phones: what runs, then day by day with the day's result. */
export function RecordsList({ contracts, whole, nowMs, onChoose }: RecordsListProps) {
  const { t } = useTranslation('contracts')
  const open = contracts.filter(isPending)
  const inPosition = whole ? sumOf(open.map((contract) => contract.stake)) : null
  const days = daysOf(
    contracts.filter((contract) => !isPending(contract)),
    whole,
  )
  return (
    <>
      {open.length === 0 ? null : (
        <section>
          <h2 className="cr-day">
            <span>{t('openNow')}</span>
            {inPosition === null ? null : (
              <span>
                {t('inPosition')} <Num>{formatMoney(inPosition)}</Num>
              </span>
            )}
          </h2>
          <RecordItems contracts={open} nowMs={nowMs} onChoose={onChoose} />
        </section>
      )}
      {days.map((day) => (
        <section key={day.startMs}>
          <h2 className="cr-day">
            <span>{day.startMs === dayStartMs(nowMs) ? t('today') : formatMonthDay(day.startMs)}</span>
            {day.profit === null ? null : (
              <b>
                <Num tone={toneOf(day.profit)}>{formatMoneySigned(day.profit)}</Num>
              </b>
            )}
          </h2>
          <RecordItems contracts={day.contracts} nowMs={nowMs} onChoose={onChoose} />
        </section>
      ))}
    </>
  )
}

function RecordItems({ contracts, nowMs, onChoose }: RecordItemsProps) {
  return (
    <ul className="cr-list">
      {contracts.map((contract) => (
        <li key={contract.id}>
          <RecordItem contract={contract} nowMs={nowMs} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

interface RecordItemProps {
  contract: Contract
  nowMs: number
  onChoose: (id: string) => void
}

function RecordItem({ contract, nowMs, onChoose }: RecordItemProps) {
  const { t } = useTranslation('contracts')
  const live = useLiveContract(contract, nowMs)
  const settled = live.phase === 'completed' || live.phase === 'cancelled'
  const waiting = live.phase === 'waiting'
  const caption = settled
    ? live.phase === 'cancelled'
      ? t('cancelledReturned', { amount: formatMoney(contract.stake) })
      : t(`result.${contract.result ?? 'equal'}`)
    : waiting
      ? t('waiting')
      : t(live.phase === 'opening' ? 'opening' : live.paused ? 'paused' : 'ifEndsNow')
  return (
    <button type="button" className="cr-item" onClick={() => onChoose(contract.id)}>
      {settled ? (
        <DirectionBox direction={contract.direction} tone={toneOf(contract.profit)} size={40} round />
      ) : (
        <Ring
          size={40}
          fraction={waiting ? 0.25 : live.fraction}
          waiting={waiting}
          label={waiting ? undefined : shortCountdown(live.leftText)}
        />
      )}
      <span className="cr-col">
        <b>
          <RecordSymbol symbol={contract.symbol} />
        </b>
        <span className="cr-sub">
          <DirectionTag direction={contract.direction} label={t(`direction.${contract.direction}`)} />{' '}
          <Num>{formatMoney(contract.stake)}</Num> · {formatDuration(contract.durationSeconds, 'narrow')}
        </span>
        <OrderLine contract={contract} nowMs={nowMs} />
      </span>
      <span className="cr-col cr-end">
        <b>
          {settled ? (
            <Num tone={toneOf(contract.profit)}>{formatMoneySigned(contract.profit)}</Num>
          ) : (
            <Num tone={live.profitTone}>{live.profitText}</Num>
          )}
        </b>
        <span className="cap">{caption}</span>
      </span>
    </button>
  )
}
