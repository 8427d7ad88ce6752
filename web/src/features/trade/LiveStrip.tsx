import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortCountdown } from '../../lib/live-contract.ts'
import { nextExpiryMs } from '../../lib/live-result.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { SettledRow } from './SettledRow.tsx'
import { SymbolName } from './SymbolName.tsx'
import { useLiveRow } from './use-live-row.ts'

const REFRESH_MS = 250

/** On phones: results, then the focused contract; the others when opened. */
export function LiveStrip({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation('trade')
  const [open, setOpen] = useState(false)
  const nowMs = useServerNow(REFRESH_MS, contracts.length > 0, nextExpiryMs(contracts, serverClock.nowMs()))
  const settled = useSettled((state) => state.contracts)
  const [focused, ...others] = contracts
  if (focused === undefined && settled.length === 0) return null
  return (
    <section className="td-live" aria-label={t('live.region')}>
      {settled.map((contract) => (
        <SettledRow key={contract.id} contract={contract} />
      ))}
      {focused === undefined ? null : others.length === 0 ? (
        <div className="td-live-row">
          <LiveCells contract={focused} nowMs={nowMs} />
        </div>
      ) : (
        <button type="button" className="td-live-row" aria-expanded={open} onClick={() => setOpen(!open)}>
          <LiveCells contract={focused} nowMs={nowMs} />
          <span className="td-live-more">
            <Num>{contracts.length}</Num>
            <Icon of={open ? ChevronDown : ChevronUp} size={16} />
          </span>
        </button>
      )}
      {open
        ? others.map((contract) => (
            <div className="td-live-row" key={contract.id}>
              <LiveCells contract={contract} nowMs={nowMs} />
              <span className="td-live-more" />
            </div>
          ))
        : null}
    </section>
  )
}

function LiveCells({ contract, nowMs }: { contract: Contract; nowMs: number }) {
  const { t } = useTranslation('trade')
  const row = useLiveRow(contract, nowMs)
  const waiting = row.phase === 'waiting'
  const direction = (
    <DirectionTag direction={contract.direction} label={t(`direction.${contract.direction}`)} />
  )
  return (
    <>
      <Ring
        size={42}
        fraction={waiting ? 0.25 : row.fraction}
        waiting={waiting}
        label={waiting ? undefined : shortCountdown(row.leftText)}
      />
      <span className="td-col">
        <span className="td-live-title">
          {waiting ? (
            t('live.waiting')
          ) : (
            <>
              {direction} <Num unit="USDT">{formatMoney(contract.stake)}</Num>
            </>
          )}
        </span>
        <span className="cap td-live-sub">
          <SymbolName symbol={contract.symbol} />
          {waiting ? (
            <>
              {' · '}
              {direction} <Num>{formatMoney(contract.stake)}</Num>
            </>
          ) : (
            <>
              {' · '}
              {t('live.entry')} <Num>{formatPrice(contract.openingPrice)}</Num>
            </>
          )}
        </span>
      </span>
      <span className="td-col td-end">
        <span className="td-live-value">
          <Num tone={row.profitTone} className={row.profit === null ? 't3' : ''}>
            {row.profitText}
          </Num>
        </span>
        {waiting ? null : <span className="cap">{row.caption}</span>}
      </span>
    </>
  )
}
