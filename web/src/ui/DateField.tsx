import './dates.css'
import { CalendarDays } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDay, writeDay } from './date-text.ts'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { lazyLater } from './lazy-again.tsx'
import { TextInput } from './TextInput.tsx'

/** Calendars come when they are first opened. */
const DatePopover = lazyLater(async () => (await import('./DatePopover.tsx')).DatePopover)

interface DateProps {
  /** As `2026-11-21`; empty: none. */
  value: string
  /** First and last day that the calendar offers; none or empty: no bound. */
  min?: string | undefined
  max?: string | undefined
  onChange(value: string): void
}

/** A day, typed as the page's language writes it or chosen from a calendar, in every browser alike. */
export function DateField({ label, ...date }: DateProps & { label: string }) {
  const text = useDateText(date)
  return (
    <Field label={label} error={text.error}>
      {(control) => (
        <DateInput {...control} {...{ label, text }} value={date.value} min={date.min} max={date.max} />
      )}
    </Field>
  )
}

/** In a sentence: one piece from left to right, which no line ends within. */
const isolatedPattern = (format: string): string => `\u2066${format.replaceAll('/', '/\u2060')}\u2069`

type DateText = ReturnType<typeof useDateText>

/** What stands in the field: the day as the language writes it, or what is being typed. */
export function useDateText({ value, onChange }: Pick<DateProps, 'value' | 'onChange'>) {
  const { t, i18n } = useTranslation('ui')
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(true)
  /** The value that goes with what was typed; any other came from elsewhere, such as a reset, and is newer. */
  const [own, setOwn] = useState(value)
  const read = (text: string): string => readDay(text, i18n.language) ?? ''
  // The form has taken it, or has kept the day it had.
  if (typed !== null && value === read(typed) && value !== own) setOwn(value)
  const shown =
    typed !== null && (value === own || value === read(typed)) ? typed : writeDay(value, i18n.language)
  const format = t('date.format')
  return {
    shown,
    format,
    /** Said once the field is left: a date that is being typed is no fault. */
    error:
      isLeft && shown !== '' && read(shown) === ''
        ? t('date.unreadable', { format: isolatedPattern(format) })
        : undefined,
    type(text: string): void {
      setTyped(text)
      setIsLeft(false)
      setOwn(value)
      if (read(text) !== value) onChange(read(text))
    },
    leave(): void {
      setIsLeft(true)
      // A form that keeps its day whatever is typed shows it again.
      if (read(shown) !== '' || value !== '') setTyped(null)
    },
    pick(day: string): void {
      setTyped(null)
      onChange(day)
    },
  }
}

interface DateInputProps extends Omit<DateProps, 'onChange'> {
  id: string
  'aria-invalid': boolean
  'aria-describedby'?: string | undefined
  /** Of the field, for the button beside it. */
  label: string
  text: DateText
}

/** The field itself and the button of its calendar, for forms that place its label and its fault. */
export function DateInput({ value, min = '', max = '', label, text, ...control }: DateInputProps) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const choose = t('date.choose', { label })
  return (
    <>
      <TextInput
        {...control}
        className="date-input"
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder={text.format}
        value={text.shown}
        onChange={({ target }) => text.type(target.value)}
        onBlur={text.leave}
        trailing={
          <IconButton
            ref={button}
            icon={CalendarDays}
            size="s"
            label={choose}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => {
              setWanted(true)
              setOpen(!open)
            }}
          />
        }
      />
      {wanted ? (
        <Suspense>
          <DatePopover
            {...{ open, button, value, min, max }}
            label={choose}
            onOpenChange={setOpen}
            onPick={(day) => {
              text.pick(day)
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
