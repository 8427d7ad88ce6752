import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { formatClock } from '../../lib/time-format.ts'
import { DirectionBox, DirectionTag } from '../../ui/DirectionTag.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { SymbolName } from './SymbolName.tsx'
import { useSettled } from './settled.store.ts'

/** A result in full; a loss is stated like a win. */
export function SettledCard({ contract }: { contract: Contract }) {
  const { t } = useTranslation('trade')
  const dismiss = useSettled((state) => state.dismiss)
  const { cancelReason } = contract
  return (
    <div className="td-settled">
      <div className="td-focus">
        <DirectionBox direction={contract.direction} size={72} round />
        <div className="td-col">
          <span className="lab">
            <SymbolName symbol={contract.symbol} /> ·{' '}
            <DirectionTag direction={contract.direction} label={t(`direction.${contract.direction}`)} />{' '}
            <Num>{formatMoney(contract.stake)}</Num>
          </span>
          <span className="td-focus-value">
            <Num tone={toneOf(contract.profit)} unit="USDT">
              {formatMoneySigned(contract.profit)}
            </Num>
          </span>
          <span className="cap">
            {contract.state === 'cancelled' ? t('live.cancelled') : t('live.settled')}{' '}
            <Num>{formatClock(contract.settledAtMs ?? contract.expiresAtMs)}</Num>
          </span>
        </div>
        <IconButton
          icon={X}
          size="s"
          label={t('live.dismiss')}
          className="td-push"
          onClick={() => dismiss(contract.id)}
        />
      </div>
      {cancelReason === null ? (
        <dl className="kv td-kv">
          <div>
            <dt>{t('live.entry')}</dt>
            <dd>
              <Num>{formatPrice(contract.openingPrice)}</Num>
            </dd>
          </div>
          <div>
            <dt>{t('live.exit')}</dt>
            <dd>
              <Num>{formatPrice(contract.closingPrice)}</Num>
            </dd>
          </div>
        </dl>
      ) : (
        <p className="hint">{t(`live.reason.${cancelReason}`)}</p>
      )}
      <Link className="btn btn-s btn-block" to={`/contract-record?contract=${contract.id}`}>
        {t('live.viewDetails')}
      </Link>
    </div>
  )
}
