import { formatMicros } from '@truestrike/core/money.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { isPending } from '../../lib/contracts-store.ts'
import { formatDuration } from '../../lib/duration-format.ts'
import { shortCountdown, useLiveContract } from '../../lib/live-contract.ts'
import { formatMoney, formatMoneySigned, microsOf, toneOf } from '../../lib/money-format.ts'
import { formatMonthDay } from '../../lib/time-format.ts'
import { DirectionBox, DirectionTag } from '../../ui/DirectionTag.tsx'
import { Num } from '../../ui/Num.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { RecordSymbol } from './RecordSymbol.tsx'
import { dayStartMs } from './record-filters.ts'

interface RecordsListProps {
  contracts: readonly Contract[]
  nowMs: number
  onChoose: (id: string) => void
}

interface Day {
  startMs: number
  contracts: Contract[]
}

function daysOf(contracts: readonly Contract[]): Day[] {
  const days: Day[] = []
  for (const contract of contracts) {
    const startMs = dayStartMs(contract.acceptedAtMs)
    const day = days.at(-1)
    if (day?.startMs === startMs) day.contracts.push(contract)
    else days.push({ startMs, contracts: [contract] })
  }
  return days
}

function sumOf(amounts: readonly (string | null)[]): string {
  return formatMicros(amounts.reduce((sum, amount) => sum + (microsOf(amount) ?? 0n), 0n))
}

/** On phones: what runs, then day by day with the day's result. */
export function RecordsList({ contracts, nowMs, onChoose }: RecordsListProps) {
  const { t } = useTranslation('contracts')
  const open = contracts.filter(isPending)
  const days = daysOf(contracts.filter((contract) => !isPending(contract)))
  return (
    <>
      {open.length === 0 ? null : (
        <section>
          <h2 className="cr-day">
            <span>{t('openNow')}</span>
            <span>
              {t('inPosition')} <Num>{formatMoney(sumOf(open.map((contract) => contract.stake)))}</Num>
            </span>
          </h2>
          <RecordItems contracts={open} nowMs={nowMs} onChoose={onChoose} />
        </section>
      )}
      {days.map((day) => {
        const sum = sumOf(day.contracts.map((contract) => contract.profit))
        return (
          <section key={day.startMs}>
            <h2 className="cr-day">
              <span>{day.startMs === dayStartMs(nowMs) ? t('today') : formatMonthDay(day.startMs)}</span>
              <b>
                <Num tone={toneOf(sum)}>{formatMoneySigned(sum)}</Num>
              </b>
            </h2>
            <RecordItems contracts={day.contracts} nowMs={nowMs} onChoose={onChoose} />
          </section>
        )
      })}
    </>
  )
}

function RecordItems({ contracts, nowMs, onChoose }: RecordsListProps) {
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
      : t('state.completed')
    : waiting
      ? t('waiting')
      : t(live.phase === 'opening' ? 'opening' : live.paused ? 'paused' : 'ifEndsNow')
  return (
    <button type="button" className="cr-item" onClick={() => onChoose(contract.id)}>
      {settled ? (
        <DirectionBox direction={contract.direction} size={40} round />
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
