import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCompact } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { drawn, exactText, expirySums } from './expiry-sums.ts'

const HEIGHT = 240
const TICK = { fill: 'var(--text-3)', fontSize: 11 } as const
const BARS = [
  { key: 'up', fill: 'var(--up)' },
  { key: 'down', fill: 'var(--down)' },
  { key: 'worst', fill: 'var(--caution)' },
] as const

interface ByExpiryProps {
  of: Risk
  /** Null: all products together. */
  chosen: Risk['products'][number] | null
  onClear(): void
}

/** What is to be paid out if a side wins, and the worst case, by the time until expiry. */
export function ByExpiry({ of, chosen, onClear }: ByExpiryProps) {
  const { t } = useTranslation('admin-market')
  const sums = expirySums(chosen === null ? of.products : [chosen])
  const data = sums.map(({ within, up, down, worst }) => ({
    ...{
      at: `\u2066${t(`risk.within.${within}`)}\u2069`,
      up: drawn(up),
      down: drawn(down),
      worst: drawn(worst),
      texts: { up: exactText(up), down: exactText(down), worst: exactText(worst) },
    },
  }))
  return (
    <section className="panel adm-block">
      <h2>
        {t('risk.byExpiry')}
        <span className="cap flex-1">
          {chosen === null ? t('risk.allProducts') : <Num>{pairText(chosen.symbol)}</Num>}
        </span>
        {chosen === null ? null : (
          <Button size="s" variant="ghost" icon={X} onClick={onClear}>
            {t('risk.allProducts')}
          </Button>
        )}
      </h2>
      <div aria-hidden="true" dir="ltr">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <BarChart
            accessibilityLayer={false}
            data={data}
            barGap={2}
            margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="at" tickLine={false} axisLine={false} tick={TICK} />
            <YAxis
              width={56}
              tickLine={false}
              axisLine={false}
              tick={TICK}
              tickFormatter={(value: number) => formatCompact(String(value))}
            />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
              contentStyle={{ background: 'var(--raised)', border: 0, borderRadius: 8 }}
              formatter={(_, name, { payload }) => {
                const key = String(name) as (typeof BARS)[number]['key']
                return [(payload as (typeof data)[number]).texts[key], t(`risk.bar.${key}`)]
              }}
            />
            {BARS.map(({ key, fill }) => (
              <Bar key={key} dataKey={key} fill={fill} isAnimationActive={false} radius={[2, 2, 0, 0]} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <table className="sr-only">
        <thead>
          <tr>
            <th scope="col">{t('risk.byExpiry')}</th>
            {BARS.map(({ key }) => (
              <th key={key} scope="col">
                {t(`risk.bar.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.at}>
              <th scope="row">{row.at}</th>
              {BARS.map(({ key }) => (
                <td key={key}>{row.texts[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="adm-legend" aria-hidden="true">
        {BARS.map(({ key, fill }) => (
          <span key={key} className="adm-icon-line">
            <span className="adm-swatch" style={{ background: fill }} />
            {t(`risk.bar.${key}`)}
          </span>
        ))}
      </p>
    </section>
  )
}
