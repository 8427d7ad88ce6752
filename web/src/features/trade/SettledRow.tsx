import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { useSettled } from './settled.store.ts'

/** A result: signed amount, entry to exit. Stays until it is dismissed. */
export function SettledRow({ contract }: { contract: Contract }) {
  const { t } = useTranslation('trade')
  const dismiss = useSettled((state) => state.dismiss)
  const cancelled = contract.state === 'cancelled'
  return (
    <div className="td-live-row">
      <DirectionBox direction={contract.direction} size={42} round />
      <span className="td-col">
        <span className="td-live-title">
          {cancelled ? t('live.cancelled') : t('live.settled')}{' '}
          <b>
            <Num tone={toneOf(contract.profit)} unit="USDT">
              {formatMoneySigned(contract.profit)}
            </Num>
          </b>
        </span>
        <span className={cancelled ? 'cap' : 'cap td-live-sub'}>
          {cancelled && contract.cancelReason !== null ? (
            t(`live.reason.${contract.cancelReason}`)
          ) : (
            <Num>
              {formatPrice(contract.openingPrice)} → {formatPrice(contract.closingPrice)}
            </Num>
          )}
        </span>
      </span>
      <Link className="btn btn-s hit td-push" to={`/contract-record?contract=${contract.id}`}>
        {t('live.details')}
      </Link>
      <IconButton icon={X} size="s" label={t('live.dismiss')} onClick={() => dismiss(contract.id)} />
    </div>
  )
}
