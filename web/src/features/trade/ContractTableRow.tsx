import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ReceiptText, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney, formatMoneySigned, MISSING, toneOf } from '../../lib/money-format.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { formatClock, formatDayAndClock } from '../../lib/time-format.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { SymbolName } from './SymbolName.tsx'
import { useLiveRow } from './use-live-row.ts'

export function ContractTableRow({ contract, nowMs }: { contract: Contract; nowMs: number }) {
  const { t } = useTranslation('trade')
  const row = useLiveRow(contract, nowMs)
  const settled = row.phase === 'completed' || row.phase === 'cancelled'
  const running = row.phase === 'running' || row.phase === 'opening'
  // From here the duration runs to the end; the entry price comes a moment later.
  const { acceptedAtMs } = contract
  const todayMs = new Date(nowMs).setHours(0, 0, 0, 0)
  const shownPrice = settled ? contract.closingPrice : row.phase === 'waiting' ? null : row.price
  return (
    <tr>
      <td>
        <span className="td-cell">
          <DirectionBox direction={contract.direction} tone={settled ? toneOf(contract.profit) : undefined} />
          <b>
            <SymbolName symbol={contract.symbol} />
          </b>
          <span className="t3 td-word">{t(`direction.${contract.direction}`)}</span>
        </span>
      </td>
      <td className="r">
        <Num>{formatMoney(contract.stake)}</Num>
      </td>
      <td className="r t2 td-hide-2 td-payout">
        <Num>{formatBps(contract.payoutBps)}</Num>
      </td>
      <td className="r td-entry">
        <Num>{formatPrice(contract.openingPrice)}</Num>
      </td>
      <td className="r td-hide-1 td-price-now">
        <Num>{formatPrice(shownPrice)}</Num>
      </td>
      <td className="t2 td-hide-2 td-opened">
        <bdi className="n">{(acceptedAtMs >= todayMs ? formatClock : formatDayAndClock)(acceptedAtMs)}</bdi>
      </td>
      <td>
        {running ? (
          <span className="td-cell">
            <Icon of={Timer} size={16} className="t3" />
            <b>
              <Num>{row.leftText}</Num>
            </b>
          </span>
        ) : (
          <Num className="t2">{formatClock(contract.expiresAtMs)}</Num>
        )}
      </td>
      <td className="r">
        {settled ? (
          <b>
            <Num tone={toneOf(contract.profit)}>{formatMoneySigned(contract.profit)}</Num>
          </b>
        ) : (
          <>
            {row.profit === null ? null : <span className="cap td-now">{t('live.now')} </span>}
            <b>
              <Num tone={row.profitTone} className={row.profit === null ? 't3' : ''}>
                {row.profit === null ? MISSING : row.profitText}
              </Num>
            </b>
          </>
        )}
      </td>
      <td className="td-hide-2 td-action">
        {settled ? (
          <Link
            className="ib ib-s"
            to={`/contract-record?tab=history&contract=${contract.id}`}
            aria-label={t('live.viewDetailsOf', { orderNo: contract.orderNo })}
          >
            <Icon of={ReceiptText} size={18} />
          </Link>
        ) : null}
      </td>
    </tr>
  )
}
