import { latinDigits } from '@truestrike/protocol/latin-digits.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput, useDateText } from '../../ui/DateField.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { localInput, readClock, readLocalInput } from './local-time.ts'

interface TimeFieldProps {
  label: string
  /** Null: none. */
  valueMs: number | null
  onChange(valueMs: number | null): void
  /** To the second; else to the minute. */
  hasSeconds?: boolean
  /** The end of a span: a day without a time is all of that day. */
  isEnd?: boolean
}

const CLOCK = '14:30:00'

/**
 * A day and a time of 24 hours in the time zone of this browser, as all times of the back office are. A day without a
 * time begins at midnight, or ends with its last minute.
 */
export function TimeField({ label, valueMs, onChange, hasSeconds = false, isEnd = false }: TimeFieldProps) {
  const { t } = useTranslation('admin')
  const id = useId()
  /** What stands in the field while its time cannot be read: for the form there is none then. `fromMs`: the time before. */
  const [held, setHeld] = useState<{ day: string; clock: string; fromMs: number | null } | null>(null)
  const [day = '', clock = ''] =
    held !== null || valueMs === null ? [held?.day, held?.clock] : localInput(valueMs, hasSeconds).split('T')
  const edge = (isEnd ? '23:59:59' : '00:00:00').slice(0, hasSeconds ? 8 : 5)
  /** What the clock showed last: it stays while another day is typed. */
  const [lastClock, setLastClock] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [isClockLeft, setIsClockLeft] = useState(true)
  const isUnread = typed !== null && readClock(latinDigits(typed), hasSeconds) === null
  // A time that came from elsewhere is newer.
  if (held !== null && valueMs !== null && valueMs !== held.fromMs) {
    setHeld(null)
    setTyped(null)
  }
  /** Said once the field is left: a time that is being typed is no fault. */
  const clockError =
    isUnread && isClockLeft ? t('clockUnreadable', { example: CLOCK.slice(0, edge.length) }) : undefined
  const tell = (nextDay: string, nextClock: string): void => {
    setHeld(null)
    onChange(readLocalInput(`${nextDay}T${nextClock}`))
  }
  const date = useDateText({
    value: day,
    onChange: (next) => {
      if (clock !== '') setLastClock(clock)
      if (next === '') {
        setTyped(null)
        setHeld(null)
        if (valueMs !== null) onChange(null)
      } else if (held !== null) setHeld({ ...held, day: next })
      else tell(next, clock || (date.shown === '' ? '' : lastClock) || edge)
    },
  })
  const typeClock = (text: string): void => {
    setTyped(text)
    setIsClockLeft(false)
    const read = readClock(latinDigits(text), hasSeconds)
    if (read !== null) tell(day, read)
    else if (text !== '' && held === null) {
      setHeld({ day, clock, fromMs: valueMs })
      onChange(null)
    }
  }
  const leaveClock = (): void => {
    setIsClockLeft(true)
    // One that cannot be read stays, to be mended; where it was emptied the time before counts again.
    if (typed === '' && held !== null) tell(held.day, held.clock)
    if (!isUnread || typed === '') setTyped(null)
  }
  const faults = [date.error, clockError].filter((error) => error !== undefined)
  return (
    <span className="adm-time">
      <label htmlFor={id}>{label}</label>
      <span className="adm-day-clock">
        <DateInput {...{ id, label }} aria-invalid={date.error !== undefined} value={day} text={date} />
        <TextInput
          className="adm-clock"
          aria-label={t('clock', { label })}
          aria-invalid={isUnread}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          placeholder={edge}
          disabled={day === ''}
          value={typed ?? clock}
          onChange={({ target }) => typeClock(target.value)}
          onBlur={leaveClock}
        />
      </span>
      {faults.map((fault) => (
        <span className="hint hint-bad" role="alert" key={fault}>
          {fault}
        </span>
      ))}
    </span>
  )
}
