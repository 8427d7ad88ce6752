import { formatMicros, winProfit } from '@truestrike/core/money.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { useLiveContract } from '../../lib/live-contract.ts'
import { formatMoneyExact, formatMoneySigned, microsOf, toneOf } from '../../lib/money-format.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Num } from '../../ui/Num.tsx'
import { type ValueLine, ValueList } from '../../ui/ValueList.tsx'
import { LifeChart } from './LifeChart.tsx'
import { ReceiptSection } from './ReceiptSection.tsx'
import { StateBadge } from './StateBadge.tsx'
import { TickBoxes } from './TickBoxes.tsx'
import type { ReceiptView } from './use-receipt.ts'

const REFRESH_MS = 500

type Words = TFunction<['contracts', 'proof']>

/** What was paid back: stake and profit when won, the stake when equal or cancelled. */
function returnedOf(contract: Contract): string | null {
  const stake = microsOf(contract.stake)
  if (stake === null || contract.profit === null) return null
  if (contract.result === 'lost') return '0'
  return formatMicros(contract.result === 'won' ? stake + winProfit(stake, contract.payoutBps) : stake)
}

/** The payout rate belongs beside the stake only while it may still be paid on it, and when it was. */
function stakeText({ stake, payoutBps, result, state }: Contract): string {
  const isPaidOn = result === 'won' || (result === null && state !== 'cancelled')
  return isPaidOn ? `${formatMoneyExact(stake)} × ${formatBps(payoutBps)}` : formatMoneyExact(stake)
}

function exitLines(contract: Contract, t: Words): ValueLine[] {
  return [
    {
      key: 'source',
      label: t('source'),
      value: t(`sources.${contract.source}`, { defaultValue: contract.source }),
    },
    {
      key: 'exitRule',
      label: t('exitRule'),
      value: contract.windowMs === 0 ? t('exitLast') : t('exitAverage', { count: contract.windowMs / 1000 }),
    },
  ]
}

function orderLines(contract: Contract, t: Words): ValueLine[] {
  const time = (timeMs: number | null): ReactNode => (timeMs === null ? '--' : formatDayAndClock(timeMs))
  const lines = [
    { key: 'orderNo', value: <Num>{contract.orderNo}</Num> },
    { key: 'stateName', value: <StateBadge state={contract.state} result={contract.result} /> },
    { key: 'typeName', value: t(`type.${contract.direction}`) },
    { key: 'amount', value: <Num unit="USDT">{formatMoneyExact(contract.stake)}</Num> },
    { key: 'duration', value: formatDuration(contract.durationSeconds, 'long') },
    { key: 'payout', value: <Num>{formatBps(contract.payoutBps)}</Num> },
    { key: 'accepted', value: time(contract.acceptedAtMs) },
    { key: 'openingPrice', value: <Num>{formatPrice(contract.openingPrice)}</Num> },
    { key: 'openingTime', value: time(contract.openingTimeMs) },
    { key: 'ends', value: time(contract.expiresAtMs) },
    { key: 'closingPrice', value: <Num>{formatPrice(contract.closingPrice)}</Num> },
    { key: 'closingTime', value: time(contract.closingTimeMs) },
    { key: 'settledAt', value: time(contract.settledAtMs) },
    { key: 'funds', value: t(`book.${contract.book}`) },
    { key: 'ruleVersion', value: <Num>{contract.ruleVersion}</Num> },
  ]
  return lines.map(({ key, value }) => ({ key, label: t(key), value }))
}

interface ContractDetailsProps {
  contract: Contract
  receipt: ReceiptView
}

export function ContractDetails({ contract, receipt }: ContractDetailsProps) {
  const { t } = useTranslation(['contracts', 'proof'])
  const pending = contract.profit === null
  const nowMs = useServerNow(REFRESH_MS, pending)
  const live = useLiveContract(contract, nowMs)
  const shown = pending ? live.profitText : formatMoneySigned(contract.profit)
  const tone = pending ? live.profitTone : toneOf(contract.profit)
  const caption = pending
    ? t(live.phase === 'waiting' ? 'waiting' : live.phase === 'opening' ? 'opening' : 'ifEndsNow')
    : contract.result === null
      ? t('state.cancelled')
      : t(`result.${contract.result}`)
  const returned = returnedOf(contract)
  const deciding = receipt.loaded?.checked.deciding ?? null
  return (
    <div className="cr-details">
      <div className="cr-result">
        <div className="cr-col">
          <span className="lab">{caption}</span>
          <span className="cr-result-value">
            <Num tone={tone} unit="USDT">
              {shown}
            </Num>
          </span>
        </div>
        <div className="cr-col cr-end lab">
          <span>
            {t('stake')} <Num>{stakeText(contract)}</Num>
          </span>
          {returned === null ? (
            <span>
              {t('left')} <Num>{live.leftText}</Num>
            </span>
          ) : (
            <span>
              {t(contract.state === 'cancelled' ? 'stakeReturned' : 'returned')}{' '}
              <Num>{formatMoneyExact(returned)}</Num>
            </span>
          )}
        </div>
      </div>
      <LifeChart contract={contract} />
      <TickBoxes contract={contract} deciding={deciding} tone={tone} />
      {contract.cancelReason === null ? null : (
        <Banner tone="info" title={t('whyCancelled')}>
          {t(`reason.${contract.cancelReason}`)}
        </Banner>
      )}
      <ValueList
        lines={[
          ...exitLines(contract, t),
          ...(pending
            ? []
            : [
                {
                  key: 'sequence',
                  label: t('proof:receipt.sequence'),
                  value: deciding === null ? '--' : t('proof:receipt.entries', { count: deciding.count }),
                },
              ]),
        ]}
      />
      <ReceiptSection contract={contract} view={receipt} />
      <h3 className="lab">{t('proof:receipt.order')}</h3>
      <ValueList lines={orderLines(contract, t)} />
    </div>
  )
}
