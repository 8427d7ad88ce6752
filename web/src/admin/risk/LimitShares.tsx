import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { useTranslation } from 'react-i18next'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { pairText } from '../../lib/pair-name.ts'
import { shareText } from '../dashboard/figure-texts.ts'

const HEIGHT = 240
const SHOWN_MAX = 8
const WHOLE_BPS = 10_000
const TICK = { fill: 'var(--text-3)', fontSize: 11 } as const

/** The fullest minute of each product against the limit; the figures stand in the table below too. */
export function LimitShares({ of }: { of: Risk }) {
  const { t } = useTranslation(['admin-market', 'admin'])
  const data = of.products
    .map(({ symbol, fullest }) => ({ pair: pairText(symbol), bps: fullest?.shareBps ?? 0 }))
    .toSorted((a, b) => b.bps - a.bps)
    .slice(0, SHOWN_MAX)
  const most = Math.max(WHOLE_BPS, ...data.map(({ bps }) => bps))
  return (
    <section className="panel adm-block">
      <h2>
        {t('risk.shares')} <span className="cap">{t('risk.sharesNote')}</span>
      </h2>
      <div aria-hidden="true" dir="ltr">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <BarChart
            accessibilityLayer={false}
            data={data}
            layout="vertical"
            margin={{ top: 8, right: 24, bottom: 0, left: 8 }}
          >
            <CartesianGrid horizontal={false} stroke="var(--line)" />
            <XAxis
              type="number"
              domain={[0, most]}
              tickLine={false}
              axisLine={false}
              tick={TICK}
              tickFormatter={(bps: number) => shareText(bps)}
            />
            <YAxis type="category" dataKey="pair" width={88} tickLine={false} axisLine={false} tick={TICK} />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
              contentStyle={{ background: 'var(--raised)', border: 0, borderRadius: 8 }}
              formatter={(value) => [shareText(Number(value)), t('admin:dashboard.share')]}
            />
            <ReferenceLine x={of.warningBps} stroke="var(--caution)" strokeDasharray="4 4" />
            <ReferenceLine x={WHOLE_BPS} stroke="var(--text-3)" />
            <Bar dataKey="bps" isAnimationActive={false} radius={[0, 2, 2, 0]}>
              {data.map(({ pair, bps }) => (
                <Cell key={pair} fill={bps >= of.warningBps ? 'var(--caution)' : 'var(--text-2)'} />
              ))}
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </section>
  )
}
