import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTickerField } from '../../lib/live-prices.ts'
import { nextExpiryMs, phaseOf } from '../../lib/live-result.ts'
import { formatMoneyShort } from '../../lib/money-format.ts'
import { formatPrice, formatPriceDistance } from '../../lib/price-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { formatCountdown } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import type { DrawnContract } from './chart-overlay.ts'
import type { PriceChart } from './price-chart.ts'

const REFRESH_MS = 250

function drawnOf(contract: Contract, nowMs: number, t: TFunction<'trade'>): DrawnContract {
  const waiting = phaseOf(contract, nowMs) === 'waiting'
  const { openingPrice } = contract
  return {
    id: contract.id,
    direction: contract.direction,
    entry: openingPrice === null ? null : { price: Number(openingPrice), text: formatPrice(openingPrice) },
    fromMs: contract.openingTimeMs ?? contract.acceptedAtMs,
    toMs: contract.expiresAtMs,
    tag: `${t(`direction.${contract.direction}`)} ${formatMoneyShort(contract.stake)}`,
    left: waiting ? t('chart.ended') : formatCountdown(contract.expiresAtMs - nowMs),
    waiting,
  }
}

interface DrawnContractsProps {
  chart: RefObject<PriceChart | null>
  contracts: readonly Contract[]
  symbol: string
  /** Changes when a new chart stands in the place of the old one. */
  chartKey: string
}

/** Keeps the open contracts of this product drawn; a component of its own, so that a tick draws nothing else anew. */
export function DrawnContracts({ chart, contracts, symbol, chartKey }: DrawnContractsProps) {
  const { t } = useTranslation('trade')
  const nowMs = useServerNow(REFRESH_MS, contracts.length > 0, nextExpiryMs(contracts, serverClock.nowMs()))
  const price = useTickerField(contracts.length > 0 ? symbol : '', 'price')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart knows no contracts yet.
  useEffect(() => {
    const focused = contracts[0]
    chart.current?.draw({
      contracts: contracts.map((contract) => drawnOf(contract, nowMs, t)),
      nowMs,
      entryWord: t('chart.entry'),
      distance: focused === undefined ? '' : formatPriceDistance(focused.openingPrice, price),
    })
  }, [chart, contracts, nowMs, price, t, chartKey])
  return null
}
