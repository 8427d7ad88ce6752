import type { ConfiguredProduct } from '@truestrike/protocol/product-endpoints.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { intlLocale } from '../../lib/locale.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { useFieldFault } from '../settings/fault-text.ts'
import { SwitchRow, TextRow } from '../settings/Rows.tsx'

type Calendar = ConfiguredProduct['calendar']
type Session = NonNullable<Calendar>['sessions'][number]

const WEEK: Session = { fromDay: 1, fromMinute: 0, toDay: 5, toMinute: 1_440 }
const DAYS = [0, 1, 2, 3, 4, 5, 6]
/** 1970-01-04 was a Sunday. */
const dayName = (day: number, language: string): string =>
  new Intl.DateTimeFormat(intlLocale(language), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 4 + day),
  )
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const HALF_HOURS = Array.from({ length: 49 }, (_, at) => at * 30)

interface HoursRowsProps {
  calendar: Calendar
  onChange: (calendar: Calendar) => void
}

/** Trading hours: always, or weekly sessions on a zone's clock. */
export function HoursRows({ calendar, onChange }: HoursRowsProps) {
  const { t } = useTranslation('admin-settings')
  const fault = useFieldFault('calendar')
  const sessions = calendar?.sessions ?? []
  const putSession = (at: number, changes: Partial<Session>) =>
    calendar !== null &&
    onChange({
      ...calendar,
      sessions: sessions.map((session, place) => (place === at ? { ...session, ...changes } : session)),
    })
  return (
    <>
      <SwitchRow
        label={t('products.always')}
        hint={t('products.hoursHint')}
        checked={calendar === null}
        onChange={(isAlways) => onChange(isAlways ? null : { zone: 'America/New_York', sessions: [WEEK] })}
      />
      {calendar === null ? null : (
        <>
          <TextRow
            label={t('products.zone')}
            field="calendar.zone"
            dir="ltr"
            maxLength={60}
            value={calendar.zone}
            onChange={(zone) => onChange({ ...calendar, zone })}
          />
          {sessions.map((session, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no other name.
            <div key={at} className="set-line">
              <Moment
                label={t('products.opens')}
                day={session.fromDay}
                minute={session.fromMinute}
                onChange={(fromDay, fromMinute) => putSession(at, { fromDay, fromMinute })}
              />
              <Moment
                label={t('products.closes')}
                day={session.toDay}
                minute={session.toMinute}
                onChange={(toDay, toMinute) => putSession(at, { toDay, toMinute })}
              />
              <IconButton
                size="s"
                icon={Trash2}
                label={t('remove')}
                disabled={sessions.length === 1}
                onClick={() =>
                  onChange({ ...calendar, sessions: sessions.filter((_, place) => place !== at) })
                }
              />
            </div>
          ))}
          <Button
            size="s"
            icon={Plus}
            onClick={() => onChange({ ...calendar, sessions: [...sessions, WEEK] })}
          >
            {t('products.addSession')}
          </Button>
        </>
      )}
      {fault === undefined ? null : <p className="hint hint-bad">{fault}</p>}
    </>
  )
}

interface MomentProps {
  label: string
  day: number
  minute: number
  onChange: (day: number, minute: number) => void
}

function Moment({ label, day, minute, onChange }: MomentProps) {
  const { i18n } = useTranslation()
  const minutes = HALF_HOURS.includes(minute) ? HALF_HOURS : [...HALF_HOURS, minute].sort((a, b) => a - b)
  return (
    <span className="set-line">
      <span className="cap">{label}</span>
      <Select
        aria-label={label}
        value={day}
        onChange={({ target }) => onChange(Number(target.value), minute)}
      >
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {dayName(each, i18n.language)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={label}
        value={minute}
        onChange={({ target }) => onChange(day, Number(target.value))}
      >
        {minutes.map((each) => (
          <option key={each} value={each}>
            {clockOf(each)}
          </option>
        ))}
      </Select>
    </span>
  )
}
