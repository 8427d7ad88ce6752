import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addMonths, dayByKey, dayToday, weekdays, weeksOf, wordDay } from './date-text.ts'
import { IconButton } from './IconButton.tsx'

interface CalendarProps {
  /** As `2026-11-21`; empty: none is chosen yet. */
  value: string
  /** First and last day that can be chosen; empty: no bound. */
  min: string
  max: string
  onPick(day: string): void
  /** The day that the keys move from. */
  chosen: RefObject<HTMLButtonElement | null>
}

/** A month at a time, in the page's language and direction; keys as in the grid of the ARIA practices. */
export function Calendar({ value, min, max, onPick, chosen }: CalendarProps) {
  const { t, i18n } = useTranslation('ui')
  const language = i18n.language
  const within = (day: string): string => (max !== '' && day > max ? max : day < min ? min : day)
  const [active, setActive] = useState(() => within(value === '' ? dayToday() : value))
  // The focus follows keys, and stays where it is when a button turns the month.
  const isByKey = useRef(false)
  useEffect(() => {
    if (isByKey.current && active !== '') chosen.current?.focus()
    isByKey.current = false
  }, [active, chosen])

  function onKeyDown(event: KeyboardEvent): void {
    const isRtl = i18n.dir() === 'rtl'
    const next = dayByKey(active, event, { language, isRtl })
    if (next === null) return
    event.preventDefault()
    isByKey.current = true
    setActive(within(next))
  }

  const isBeyond = (months: -1 | 1): boolean => {
    const month = addMonths(active, months).slice(0, 7)
    return months < 0 ? month < min.slice(0, 7) : max !== '' && month > max.slice(0, 7)
  }
  // Not `disabled`, which would take the focus from whoever turns month after month.
  const turn = (months: -1 | 1) => ({
    size: 's' as const,
    'aria-disabled': isBeyond(months),
    onClick: () => {
      if (!isBeyond(months)) setActive(within(addMonths(active, months)))
    },
  })
  const names = weekdays(language, 'long')
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton icon={ChevronLeft} className="turn" label={t('date.previous')} {...turn(-1)} />
        <span aria-live="polite">{wordDay(active, language, { month: 'long', year: 'numeric' })}</span>
        <IconButton icon={ChevronRight} className="turn" label={t('date.next')} {...turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is what the role is for. */}
      <table role="grid" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays(language, 'short').map((name, at) => (
              <th key={names[at]} scope="col" abbr={names[at]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active, language).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, at) => (
                <td key={names[at]}>
                  {day === null ? null : (
                    <button
                      type="button"
                      className="calendar-day"
                      {...(day === active ? { ref: chosen } : {})}
                      tabIndex={day === active ? 0 : -1}
                      disabled={day !== within(day)}
                      aria-label={wordDay(day, language, { dateStyle: 'full' })}
                      aria-pressed={day === value}
                      aria-current={day === dayToday() ? 'date' : undefined}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
