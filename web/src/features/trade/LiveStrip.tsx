import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortCountdown } from '../../lib/live-contract.ts'
import { nextExpiryMs } from '../../lib/live-result.ts'
import { formatMoney, formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { loadOrderTexts } from '../../lib/order-texts.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSettledInUse } from '../../lib/settled-store.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { ResultsEnd } from './ResultsEnd.tsx'
import { SettledRow } from './SettledRow.tsx'
import { SymbolName } from './SymbolName.tsx'
import { useLiveRow } from './use-live-row.ts'

const REFRESH_MS = 250

/** The strip with the words of its buttons. */
export async function loadLiveStrip(): Promise<ComponentType<{ contracts: readonly Contract[] }>> {
  await loadOrderTexts()
  return LiveStrip
}

/**
 * On phones: one row of always the same height, with the focused contract or else the newest result. The others open
 * over the chart: nothing that could be pressed moves when a contract begins, ends or is dismissed.
 */
function LiveStrip({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation(['trade', 'order'])
  const [open, setOpen] = useState(false)
  const nowMs = useServerNow(REFRESH_MS, contracts.length > 0, nextExpiryMs(contracts, serverClock.nowMs()))
  const settled = useSettledInUse()
  const [focused, ...others] = contracts
  const results = focused === undefined ? settled.slice(1) : settled
  const more = others.length + results.length
  const newest = settled[0]
  return (
    <section className="td-live" aria-label={t('live.region')}>
      {open && more > 0 ? (
        <div className="td-live-others">
          {results.map((contract) => (
            <SettledRow key={contract.id} contract={contract} />
          ))}
          {others.map((contract) => (
            <div className="td-live-row" key={contract.id}>
              <LiveCells contract={contract} nowMs={nowMs} />
            </div>
          ))}
          <ResultsEnd />
        </div>
      ) : null}
      <div className="td-live-first">
        {focused !== undefined ? (
          <div className="td-live-row">
            <LiveCells contract={focused} nowMs={nowMs} />
          </div>
        ) : newest === undefined ? (
          <p className="td-live-row t3">{t('live.none')}</p>
        ) : (
          <SettledRow contract={newest} />
        )}
        {more === 0 ? null : (
          <button
            type="button"
            className="td-live-more"
            aria-expanded={open}
            aria-label={t('order:others', { number: more })}
            onClick={() => setOpen(!open)}
          >
            {focused === undefined || newest === undefined ? null : (
              <Num tone={toneOf(newest.profit)}>{formatMoneySigned(newest.profit)}</Num>
            )}
            <span>
              <Num>{`+${more}`}</Num>
              <Icon of={open ? ChevronDown : ChevronUp} size={16} />
            </span>
          </button>
        )}
      </div>
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
        size={34}
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
              <SymbolName symbol={contract.symbol} /> {direction} <Num>{formatMoney(contract.stake)}</Num>
            </>
          )}
        </span>
        <span className="cap td-live-sub">
          {waiting ? (
            <>
              <SymbolName symbol={contract.symbol} /> {direction} <Num>{formatMoney(contract.stake)}</Num>
            </>
          ) : (
            <>
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
