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

/** A result: signed amount, entry to exit; or the stake that came back, and why. Stays until it is dismissed. */
export function SettledRow({ contract }: { contract: Contract }) {
  const { t } = useTranslation('trade')
  const dismiss = useSettled((state) => state.dismiss)
  const cancelled = contract.state === 'cancelled'
  return (
    <div className="td-live-row">
      <DirectionBox direction={contract.direction} size={42} round />
      <span className="td-col">
        <span className="td-live-title">
          {cancelled ? t('live.stakeReturned') : t('live.settled')}{' '}
          <b>
            <Num tone={toneOf(contract.profit)} unit="USDT">
              {cancelled ? formatMoney(contract.stake) : formatMoneySigned(contract.profit)}
            </Num>
          </b>
        </span>
        <span className="cap td-live-sub">
          {contract.cancelReason === null ? (
            <Num>
              {formatPrice(contract.openingPrice)} → {formatPrice(contract.closingPrice)}
            </Num>
          ) : (
            `${t('live.cancelledResult', { result: formatMoneySigned(contract.profit) })} · ${t(`live.reason.${contract.cancelReason}`)}`
          )}
        </span>
      </span>
      <Link className="btn btn-s hit td-push" to={`/contract-record?tab=history&contract=${contract.id}`}>
        {t('live.details')}
      </Link>
      <IconButton icon={X} size="s" label={t('live.dismiss')} onClick={() => dismiss(contract.id)} />
    </div>
  )
}
