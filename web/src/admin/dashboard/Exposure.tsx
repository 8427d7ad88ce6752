import type { Dashboard, ProductExposure } from '@truestrike/protocol/dashboard-endpoints.ts'
import { ArrowDown, ArrowUp, ArrowUpDown, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'
import { pairOf, pairText } from '../../lib/pair-name.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { classes } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { lossText, shareText } from './figure-texts.ts'

const WAYS = { up: ArrowUp, down: ArrowDown, mixed: ArrowUpDown } as const
const SHOWN_MAX = 8

/** Stakes of open contracts by product and side, and what the house may lose. */
export function Exposure({ of }: { of: Dashboard }) {
  const { t } = useTranslation('admin')
  const stakeOf = ({ up, down }: ProductExposure) => (microsOf(up.stake) ?? 0n) + (microsOf(down.stake) ?? 0n)
  const rows = of.exposure
    .toSorted((a, b) => {
      const difference = stakeOf(b) - stakeOf(a)
      return difference > 0n ? 1 : difference < 0n ? -1 : 0
    })
    .slice(0, SHOWN_MAX)
  let most = 1n
  for (const { up, down } of rows) {
    for (const side of [up, down]) {
      const stake = microsOf(side.stake) ?? 0n
      if (stake > most) most = stake
    }
  }
  return (
    <section className="panel adm-block">
      <h2>{t('dashboard.exposure')}</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.product')}</th>
            <th scope="col" className="end">
              {t('dashboard.down')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('dashboard.exposure')}</span>
            </th>
            <th scope="col">{t('dashboard.up')}</th>
            <th scope="col" className="end">
              {t('dashboard.worstCase')}
            </th>
            <th scope="col">{t('dashboard.share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.symbol} of={row} most={most} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ of, most }: { of: ProductExposure; most: bigint }) {
  const { t } = useTranslation('admin')
  const { symbol, up, down, worstCase, worstWay, fullest, isWarned, stop } = of
  const widthOf = (stake: string) => `${Number(((microsOf(stake) ?? 0n) * 1_000n) / most) / 10}%`
  return (
    <tr>
      <td>
        <span className="adm-icon-line">
          <CoinIcon base={pairOf(symbol).base} size="s" />
          <b>
            <Num>{pairText(symbol)}</Num>
          </b>
        </span>
      </td>
      <td className="end">
        <Num>{formatMoneyExact(down.stake)}</Num>
      </td>
      <td aria-hidden="true">
        <span className="adm-sides">
          <span className="adm-side-down" style={{ width: widthOf(down.stake) }} />
          <span className="adm-side-up" style={{ width: widthOf(up.stake) }} />
        </span>
      </td>
      <td>
        <Num>{formatMoneyExact(up.stake)}</Num>
      </td>
      <td className="end">
        {worstWay === null ? (
          <Num>{lossText(worstCase)}</Num>
        ) : (
          <span className="adm-icon-line">
            <Icon of={WAYS[worstWay]} size={14} />
            <span className="sr-only">{t(`dashboard.way.${worstWay}`)}</span>
            <Num tone="loss">{lossText(worstCase)}</Num>
          </span>
        )}
      </td>
      <td>
        {stop === null ? (
          <span className={classes('adm-icon-line', isWarned && 'adm-hot')}>
            <span className="adm-meter" aria-hidden="true">
              <span style={{ width: `${Math.min(100, (fullest?.shareBps ?? 0) / 100)}%` }} />
            </span>
            <Num>{shareText(fullest?.shareBps ?? 0)}</Num>
            {isWarned ? <Icon of={TriangleAlert} size={14} /> : null}
          </span>
        ) : (
          <Badge tone="caution" icon={TriangleAlert}>
            {t(`dashboard.stop.${stop}`)}
          </Badge>
        )}
      </td>
    </tr>
  )
}
