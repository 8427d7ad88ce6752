import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { dayStartMs } from '../../lib/own-days.ts'
import { formatClock, formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'

interface OrderLineProps {
  contract: Contract
  nowMs: number
  className?: string
}

/** Order number and opening time, where there are no columns for them. */
export function OrderLine({ contract: { orderNo, openingTimeMs }, nowMs, className }: OrderLineProps) {
  const { t } = useTranslation('contracts')
  return (
    <span className={classes('cap cr-order', className)}>
      <span className="sr-only">{t('orderNo')} </span>
      <Num>{orderNo}</Num>
      {openingTimeMs === null ? null : (
        <>
          {' · '}
          <span className="sr-only">{t('openingTime')} </span>
          <bdi className="n">
            {(openingTimeMs >= dayStartMs(nowMs) ? formatClock : formatDayAndClock)(openingTimeMs)}
          </bdi>
        </>
      )}
    </span>
  )
}
