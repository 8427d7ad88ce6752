import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { Timer } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { useLiveContract } from '../../lib/live-contract.ts'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { dayStartMs } from '../../lib/own-days.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { formatClock, formatDayAndClock } from '../../lib/time-format.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { useTightTable } from '../../ui/use-tight-table.ts'
import { OrderLine } from './OrderLine.tsx'
import { RecordSymbol } from './RecordSymbol.tsx'
import { StateBadge } from './StateBadge.tsx'
import './records-table.css'

const SPARED = ['word', 'duration', 'ends']

interface RecordsTableProps {
  contracts: readonly Contract[]
  nowMs: number
  chosenId: string | null
  onChoose: (id: string) => void
}

export function RecordsTable({ contracts, nowMs, chosenId, onChoose }: RecordsTableProps) {
  const { t, i18n } = useTranslation('contracts')
  const frame = useRef<HTMLDivElement>(null)
  useTightTable(frame, SPARED, `${i18n.language} ${contracts.map((contract) => contract.id).join()}`)
  return (
    <div className="cr-table" ref={frame}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('contract')}</th>
            <th className="cr-narrow">{t('orderNo')}</th>
            <th className="r">{t('amount')}</th>
            <th className="cr-duration">{t('duration')}</th>
            <th className="r cr-narrow">{t('payout')}</th>
            <th className="r">{t('openingPrice')}</th>
            <th className="r">{t('closingPrice')}</th>
            <th className="cr-narrow">{t('accepted')}</th>
            <th className="cr-ends">{t('ends')}</th>
            <th className="r">{t('profitLoss')}</th>
            <th>{t('stateName')}</th>
          </tr>
        </thead>
        <tbody>
          {contracts.map((contract) => (
            <RecordRow
              key={contract.id}
              contract={contract}
              nowMs={nowMs}
              chosen={contract.id === chosenId}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RecordRowProps {
  contract: Contract
  nowMs: number
  chosen: boolean
  onChoose: (id: string) => void
}

function RecordRow({ contract, nowMs, chosen, onChoose }: RecordRowProps) {
  const { t } = useTranslation('contracts')
  const live = useLiveContract(contract, nowMs)
  const settled = live.phase === 'completed' || live.phase === 'cancelled'
  // From here the duration runs to the end; the entry price comes a moment later, and its time is in the details.
  const { acceptedAtMs } = contract
  const accepted = (acceptedAtMs >= dayStartMs(nowMs) ? formatClock : formatDayAndClock)(acceptedAtMs)
  const price = settled ? contract.closingPrice : live.phase === 'waiting' ? null : live.price
  return (
    // The button in the first cell is the way for keyboards; the row is only a larger target for the pointer.
    <tr aria-selected={chosen} onClick={() => onChoose(contract.id)}>
      <td>
        <span className="cr-cell">
          <DirectionBox direction={contract.direction} tone={settled ? toneOf(contract.profit) : undefined} />
          <button
            type="button"
            className="cr-open"
            onClick={(event) => {
              event.stopPropagation()
              onChoose(contract.id)
            }}
          >
            <RecordSymbol symbol={contract.symbol} />
            <span className="sr-only"> {t('openDetails', { orderNo: contract.orderNo })}</span>
          </button>
          <span className="t3 cr-word">{t(`direction.${contract.direction}`)}</span>
        </span>
        <OrderLine contract={contract} nowMs={nowMs} className="cr-under" />
      </td>
      <td className="t2 cr-narrow">
        <Num>{contract.orderNo}</Num>
      </td>
      <td className="r">
        <Num>{formatMoney(contract.stake)}</Num>
      </td>
      <td className="t2 cr-duration">{formatDuration(contract.durationSeconds, 'narrow')}</td>
      <td className="r t2 cr-narrow">
        <Num>{formatBps(contract.payoutBps)}</Num>
      </td>
      <td className="r">
        <Num>{formatPrice(contract.openingPrice)}</Num>
      </td>
      <td className="r">
        <Num>{formatPrice(price)}</Num>
      </td>
      <td className="t2 cr-narrow">
        <bdi className="n">{accepted}</bdi>
      </td>
      <td className="cr-ends">
        {settled || live.phase === 'waiting' ? (
          <Num className="t2">{formatClock(contract.expiresAtMs)}</Num>
        ) : (
          <span className="cr-cell">
            <Icon of={Timer} size={16} className="t3" />
            <b>
              <Num>{live.leftText}</Num>
            </b>
          </span>
        )}
      </td>
      <td className="r">
        {settled || live.profit === null ? null : <span className="cap">{t('now')} </span>}
        <b>
          {settled ? (
            <Num tone={toneOf(contract.profit)}>{formatMoneySigned(contract.profit)}</Num>
          ) : (
            <Num tone={live.profitTone}>{live.profitText}</Num>
          )}
        </b>
      </td>
      <td>
        <StateBadge state={contract.state} result={contract.result} />
      </td>
    </tr>
  )
}
