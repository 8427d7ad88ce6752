import { ESTIMATE_MIN } from '@truestrike/core/rule-statistics.ts'
import {
  type MarginEstimate,
  type RuleContent,
  type RuleSimulation,
  simulateRule,
} from '@truestrike/protocol/rule-endpoints.ts'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { microsOf } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { Refusal } from '../settings/fault-text.ts'

interface RuleSimulatorProps {
  symbol: string
  present: RuleContent
  asked: RuleContent
}

interface Compared {
  present: RuleSimulation
  asked: RuleSimulation
}

/** What the rule as it is and the rule as it is wanted would have brought the house on the recorded log. */
export function RuleSimulator({ symbol, present, asked }: RuleSimulatorProps) {
  const { t } = useTranslation('admin-settings')
  const [compared, setCompared] = useState<Compared | null>(null)
  const acts = useActs(async () => undefined)
  const simulate = (rule: RuleContent) => adminCall(simulateRule, { body: { symbol, rule } })
  const run = () =>
    acts.act('simulate', async () => {
      const now = (await simulate(present)).simulation
      setCompared({ present: now, asked: (await simulate(asked)).simulation })
    })
  return (
    <Refusal value={acts.fault}>
      <section className="set-form">
        <h3>{t('simulation.title')}</h3>
        <p className="cap">{t('simulation.text')}</p>
        <Button
          icon={FlaskConical}
          pending={acts.pending === 'simulate'}
          disabled={!isReadable(asked)}
          onClick={() => void run()}
        >
          {t('simulation.run')}
        </Button>
        <ActFault fault={acts.fault} />
        {compared === null ? null : <Figures {...compared} />}
      </section>
    </Refusal>
  )
}

function Figures({ present, asked }: Compared) {
  const { t } = useTranslation('admin-settings')
  if (asked.span === null) return <p className="cap">{t('simulation.none')}</p>
  const { won, lost, equal, cancelled, refused } = asked.samples
  const rows = [
    ...(['even', 'up', 'down'] as const).map((key) => ({
      ...{ key, label: t(`simulation.${key}`), present: present[key], asked: asked[key] },
    })),
    ...asked.contracts
      .filter(({ contracts }) => contracts > 0)
      .map(({ book, contracts, margin }) => ({
        key: book,
        label: t(`simulation.${book}`, { count: contracts }),
        present: present.contracts.find((each) => each.book === book)?.margin ?? null,
        asked: margin,
      })),
  ]
  return (
    <>
      <table className="set-figures">
        <thead>
          <tr>
            <th scope="col">{t('simulation.margin')}</th>
            <th scope="col" className="end">
              {t('simulation.present')}
            </th>
            <th scope="col" className="end">
              {t('simulation.asked')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td className="end">
                <Margin of={row.present} />
              </td>
              <td className="end">
                <Margin of={row.asked} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="cap">
        {t('simulation.samples', {
          ...{ all: won + lost + equal + cancelled, won, lost, equal, cancelled, refused },
          from: formatDayAndClock(asked.span.fromMs),
          to: formatDayAndClock(asked.span.toMs),
          spacing: formatDuration(Math.round(asked.spacingMs / 1_000)),
        })}
      </p>
      <p className="cap">{t('simulation.method')}</p>
    </>
  )
}

/** What cannot be read is said at its field. */
const isReadable = (rule: RuleContent): boolean =>
  microsOf(rule.stakeMin) !== null &&
  microsOf(rule.stakeMax) !== null &&
  Object.values(rule).every((value) => !Number.isNaN(value))

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

/** An estimate, and below it the interval that holds the truth 95 times in 100; of too few contracts neither. */
function Margin({ of }: { of: MarginEstimate | null }) {
  const { t } = useTranslation('admin-settings')
  if (of === null) return <span className="text-quiet">{t('simulation.tooFew', { min: ESTIMATE_MIN })}</span>
  return (
    <>
      <b>
        <Num>{percent(of.estimate)}</Num>
      </b>
      <br />
      <Num className="text-quiet">{`${percent(of.low)} … ${percent(of.high)}`}</Num>
    </>
  )
}
