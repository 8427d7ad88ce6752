import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { formatClock } from '../../lib/time-format.ts'
import { DirectionBox, DirectionTag } from '../../ui/DirectionTag.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { SymbolName } from './SymbolName.tsx'

/** A result in full; a loss is stated like a win. */
export function SettledCard({ contract }: { contract: Contract }) {
  const { t } = useTranslation('trade')
  const dismiss = useSettled((state) => state.dismiss)
  const cancelled = contract.state === 'cancelled'
  return (
    <div className="td-settled">
      <div className="td-focus">
        <DirectionBox direction={contract.direction} tone={toneOf(contract.profit)} size={72} round />
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
            {cancelled ? t('live.cancelled') : t('live.settled')}{' '}
            <Num>{formatClock(contract.settledAtMs ?? contract.expiresAtMs)}</Num>
          </span>
        </div>
        <IconButton
          icon={X}
          size="s"
          label={t('live.dismiss')}
          className="td-push"
          onClick={({ timeStamp }) => dismiss(contract.id, timeStamp)}
        />
      </div>
      <ValueList
        className="td-kv"
        lines={
          cancelled
            ? [
                {
                  key: 'returned',
                  label: t('live.stakeReturned'),
                  value: <Num unit="USDT">{formatMoney(contract.stake)}</Num>,
                },
              ]
            : [
                {
                  key: 'entry',
                  label: t('live.entry'),
                  value: <Num>{formatPrice(contract.openingPrice)}</Num>,
                },
                {
                  key: 'exit',
                  label: t('live.exit'),
                  value: <Num>{formatPrice(contract.closingPrice)}</Num>,
                },
              ]
        }
      />
      {contract.cancelReason === null ? null : (
        <p className="hint">{t(`live.reason.${contract.cancelReason}`)}</p>
      )}
      <Link className="btn btn-s btn-block" to={`/contract-record?tab=history&contract=${contract.id}`}>
        {t('live.viewDetails')}
      </Link>
    </div>
  )
}
