import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { countText, shareText, utcMinute } from './figure-texts.ts'

const HEIGHT = 252

/** Orders of the last 24 hours by half hours: down stands on up, so that a bar is as high as their number. */
export function OrdersOverTime({ of }: { of: Dashboard['ordersOverTime'] }) {
  const { t } = useTranslation('admin')
  const data = of.map(({ fromMs, up, down }) => ({ at: utcMinute(fromMs), up, down }))
  const up = of.reduce((sum, each) => sum + each.up, 0)
  const down = of.reduce((sum, each) => sum + each.down, 0)
  const all = Math.max(1, up + down)
  return (
    <section className="panel adm-block">
      <h2>
        {t('dashboard.overTime')} <span className="cap">{t('dashboard.perHalfHour')}</span>
      </h2>
      <div aria-hidden="true" dir="ltr">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <BarChart
            accessibilityLayer={false}
            data={data}
            barCategoryGap={2}
            margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="at" interval={7} tickLine={false} axisLine={false} tick={TICK} />
            <YAxis
              width={40}
              tickLine={false}
              axisLine={false}
              tick={TICK}
              allowDecimals={false}
              tickFormatter={(value: number) => countText(value)}
            />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
              contentStyle={{ background: 'var(--raised)', border: 0, borderRadius: 8 }}
              formatter={(value, name) => [
                countText(Number(value)),
                t(name === 'up' ? 'dashboard.up' : 'dashboard.down'),
              ]}
            />
            <Bar dataKey="up" stackId="orders" fill="var(--up)" isAnimationActive={false} />
            <Bar dataKey="down" stackId="orders" fill="var(--down)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <p className="adm-legend">
        <span className="adm-icon-line gain">
          <Icon of={ArrowUp} size={16} /> {t('dashboard.up')} <Num>{countText(up)}</Num>{' '}
          <Num className="text-soft">{shareText(Math.round((up * 10_000) / all))}</Num>
        </span>
        <span className="adm-icon-line loss">
          <Icon of={ArrowDown} size={16} /> {t('dashboard.down')} <Num>{countText(down)}</Num>{' '}
          <Num className="text-soft">{shareText(Math.round((down * 10_000) / all))}</Num>
        </span>
      </p>
    </section>
  )
}

const TICK = { fill: 'var(--text-3)', fontSize: 11 } as const
