import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { SymbolName } from './SymbolName.tsx'

/**
 * A result in one row: pair, direction and stake, then the signed result; below them entry to exit, or why the stake
 * came back. It leads to the record, and stays until it is dismissed.
 */
export function SettledRow({ contract }: { contract: Contract }) {
  const { t } = useTranslation('trade')
  const dismiss = useSettled((state) => state.dismiss)
  const tone = toneOf(contract.profit)
  const cancelled = contract.state === 'cancelled'
  return (
    <div className="td-live-row td-result">
      <Link to={`/contract-record?tab=history&contract=${contract.id}`}>
        <DirectionBox direction={contract.direction} tone={tone} size={32} round />
        <span className="td-col">
          <span className="td-live-title">
            <SymbolName symbol={contract.symbol} />
            <span className="sr-only">{t(`direction.${contract.direction}`)}</span>
            <Num>{formatMoney(contract.stake)}</Num>
          </span>
          <span className="cap td-live-sub">
            {contract.cancelReason === null ? (
              <Num>
                {formatPrice(contract.openingPrice)} → {formatPrice(contract.closingPrice)}
              </Num>
            ) : (
              t(`live.reason.${contract.cancelReason}`)
            )}
          </span>
        </span>
        <span className="td-col td-end">
          <b className="td-live-value">
            <Num tone={tone}>{formatMoneySigned(contract.profit)}</Num>
          </b>
          <span className="cap">{t(cancelled ? 'live.stakeReturned' : 'live.settled')}</span>
        </span>
        <span className="sr-only">{t('live.viewDetailsOf', { orderNo: contract.orderNo })}</span>
      </Link>
      <IconButton
        icon={X}
        size="s"
        label={t('live.dismiss')}
        onClick={({ timeStamp }) => dismiss(contract.id, timeStamp)}
      />
    </div>
  )
}
