import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { shortCountdown } from '../../lib/live-contract.ts'
import { nextExpiryMs } from '../../lib/live-result.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { loadOrderTexts } from '../../lib/order-texts.ts'
import { formatPrice, formatPriceDistance } from '../../lib/price-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSettledInUse } from '../../lib/settled-store.ts'
import { formatClock, formatDayAndClock } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { Num } from '../../ui/Num.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { ResultsEnd } from './ResultsEnd.tsx'
import { SettledCard } from './SettledCard.tsx'
import { SettledRow } from './SettledRow.tsx'
import { SymbolName } from './SymbolName.tsx'
import { useLiveRow } from './use-live-row.ts'

const REFRESH_MS = 250
const DAY_SECONDS = 86_400

/** The card with the words of its buttons. */
export async function loadProgressCard(): Promise<ComponentType<{ contracts: readonly Contract[] }>> {
  await loadOrderTexts()
  return ProgressCard
}

/** From 769 px: the newest result in full and the focused contract, then the others in short. Results stay until dismissed. */
function ProgressCard({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation('trade')
  const nowMs = useServerNow(REFRESH_MS, contracts.length > 0, nextExpiryMs(contracts, serverClock.nowMs()))
  const settled = useSettledInUse()
  const [newest, ...earlier] = settled
  const [focused, ...others] = contracts
  const title = contracts.length === 0 && settled.length > 0 ? t('live.lastResult') : t('live.region')
  return (
    <section className="td-progress" aria-labelledby="progress-title">
      <h2 id="progress-title">
        {title}
        {contracts.length > 0 ? <span className="qty n">{contracts.length}</span> : null}
      </h2>
      {/* Contracts in progress have nothing to press: the list itself takes the focus, so that keys can scroll it. */}
      <div
        className="td-progress-list"
        tabIndex={settled.length === 0 && contracts.length > 0 ? 0 : undefined}
      >
        {newest === undefined ? null : <SettledCard contract={newest} />}
        {focused === undefined ? null : <FocusedContract contract={focused} nowMs={nowMs} />}
        {others.map((contract) => (
          <SmallContract key={contract.id} contract={contract} nowMs={nowMs} />
        ))}
        {earlier.map((contract) => (
          <SettledRow key={contract.id} contract={contract} />
        ))}
        <ResultsEnd />
        {focused === undefined && settled.length === 0 ? <p className="t3">{t('live.none')}</p> : null}
      </div>
    </section>
  )
}

interface RowProps {
  contract: Contract
  nowMs: number
}

function FocusedContract({ contract, nowMs }: RowProps) {
  const { t } = useTranslation(['trade', 'contracts'])
  const row = useLiveRow(contract, nowMs)
  const waiting = row.phase === 'waiting'
  const distance = waiting ? '--' : formatPriceDistance(contract.openingPrice, row.price)
  const time = contract.durationSeconds < DAY_SECONDS ? formatClock : formatDayAndClock
  const ends = time(contract.expiresAtMs)
  return (
    <div>
      <div className="td-focus">
        <Ring
          size={72}
          fraction={waiting ? 0.25 : row.fraction}
          waiting={waiting}
          label={waiting ? undefined : row.leftText}
        />
        <div className="td-col">
          <span className="lab">
            <SymbolName symbol={contract.symbol} /> ·{' '}
            <DirectionTag direction={contract.direction} label={t(`direction.${contract.direction}`)} />{' '}
            <Num>{formatMoney(contract.stake)}</Num>
          </span>
          {waiting ? (
            <b className="td-waiting">{t('live.waiting')}</b>
          ) : (
            <span className="td-focus-value">
              <Num tone={row.profitTone} className={row.profit === null ? 't3' : ''}>
                {row.profitText}
              </Num>
            </span>
          )}
          <span className="cap">{waiting ? t('live.waitingText', { time: ends }) : row.caption}</span>
        </div>
      </div>
      <ValueList
        className="td-kv"
        lines={[
          {
            key: 'entry',
            label: t('live.entry'),
            value: <Num>{formatPrice(contract.openingPrice)}</Num>,
          },
          {
            key: 'distance',
            label: t('live.distance'),
            value: <Num tone={row.profitTone}>{distance}</Num>,
          },
          { key: 'accepted', label: t('contracts:accepted'), value: time(contract.acceptedAtMs) },
          {
            key: 'opened',
            label: t('contracts:opened'),
            value: contract.openingTimeMs === null ? '--' : time(contract.openingTimeMs),
          },
          { key: 'ends', label: t('live.ends'), value: ends },
        ]}
      />
    </div>
  )
}

function SmallContract({ contract, nowMs }: RowProps) {
  const { t } = useTranslation('trade')
  const row = useLiveRow(contract, nowMs)
  const waiting = row.phase === 'waiting'
  return (
    <div className="td-small">
      <Ring
        size={40}
        fraction={waiting ? 0.25 : row.fraction}
        waiting={waiting}
        label={waiting ? undefined : shortCountdown(row.leftText)}
      />
      <div className="td-col">
        <b>
          <SymbolName symbol={contract.symbol} />
        </b>
        <span className="lab">
          <DirectionTag direction={contract.direction} label={t(`direction.${contract.direction}`)} />{' '}
          <Num>{formatMoney(contract.stake)}</Num>
        </span>
      </div>
      <div className="td-col td-end">
        <b>
          <Num tone={row.profitTone} className={row.profit === null ? 't3' : ''}>
            {row.profitText}
          </Num>
        </b>
        <span className="cap">{waiting ? t('live.waitingShort') : row.caption}</span>
      </div>
    </div>
  )
}
