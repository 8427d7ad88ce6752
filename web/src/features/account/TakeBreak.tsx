import { COOL_OFF_DAYS_MAX, excludeMyself, type OwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { Hourglass } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { formatTime } from '../../lib/time-format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { AskBreak } from './AskBreak.tsx'

const DAYS = [1, 7, 30, 180, 365, 1_825] as const
type Days = (typeof DAYS)[number]
const DAY_MS = 86_400_000

/** `Nov 21, 2026, 14:32` */
const MOMENT = {
  ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
}
const momentText = (timeMs: number): string => isolated(formatTime(timeMs, MOMENT))

interface TakeBreakProps {
  untilMs: number | null
  onChanged: (limits: OwnLimits) => void
}

/** Cool-off and self-exclusion: no new contracts for a while, and no way back. */
export function TakeBreak({ untilMs, onChanged }: TakeBreakProps) {
  const { t } = useTranslation('security')
  const id = useId()
  const nowMs = useServerNow(1_000)
  const [days, setDays] = useState<Days>(1)
  const [asking, setAsking] = useState(false)
  const active = untilMs !== null && untilMs > nowMs
  // Real days, however fast the service's clock runs.
  const wouldEndMs = nowMs + days * DAY_MS * serverClock.speed()
  const shorter = active && wouldEndMs <= untilMs
  const label = t(active ? 'break.extend' : 'break.start')
  return (
    <section className="card as-card">
      <h2>{t('break.title')}</h2>
      {active ? <Banner icon={Hourglass} title={t('break.active', { time: momentText(untilMs) })} /> : null}
      <p className="t2">{t('break.text')}</p>
      <div className="as-line">
        <label className="flex-1" htmlFor={id}>
          {t('break.period')}
        </label>
        <Select
          id={id}
          value={days}
          onChange={(event) => setDays(DAYS.find((each) => each === Number(event.target.value)) ?? 1)}
        >
          {(['coolOff', 'exclusion'] as const).map((kind) => (
            <optgroup key={kind} label={t(`break.${kind}`)}>
              {DAYS.filter((each) => each <= COOL_OFF_DAYS_MAX === (kind === 'coolOff')).map((each) => (
                <option key={each} value={each}>
                  {t(`break.days.${each}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Button variant="caution" disabled={shorter} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
      {shorter ? <p className="cap">{t('break.shorter')}</p> : null}
      <AskBreak
        open={asking}
        onOpenChange={setAsking}
        proves={days > COOL_OFF_DAYS_MAX}
        endText={momentText(wouldEndMs)}
        exclude={() => call(excludeMyself, { body: { days } })}
        {...{ label, onChanged }}
      />
    </section>
  )
}
