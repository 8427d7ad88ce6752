import { type BookLimits, type OwnLimits, setOwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText, typingText } from '../../lib/amount-text.ts'
import { call } from '../../lib/api-client.ts'
import { isolated, isolatedLtr } from '../../lib/isolated-text.ts'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'
import { formatDayAndClock, formatMinute } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { readLimit } from './limit-text.ts'

const FIELDS = ['maxStake', 'dailyLoss'] as const
type LimitField = (typeof FIELDS)[number]
const NEXT = { maxStake: 'nextMaxStake', dailyLoss: 'nextDailyLoss' } as const

interface LimitsFormProps {
  book: Book
  limits: BookLimits
  dayEndsMs: number
  onSaved: (limits: OwnLimits) => void
}

export function LimitsForm({ book, limits, dayEndsMs, onSaved }: LimitsFormProps) {
  const { t, i18n } = useTranslation('security')
  /** What was typed since the last answer; other fields show the limit that counts. */
  const [typed, setTyped] = useState<Partial<Record<LimitField, string>>>({})
  const [checked, setChecked] = useState(false)
  const [pending, setPending] = useState(false)
  const shown = (limit: string | null | undefined): string => {
    const micros = microsOf(limit)
    return micros === null ? '' : fieldText(micros)
  }
  const textOf = (field: LimitField): string => typed[field] ?? shown(limits[field])
  const read = (field: LimitField) => readLimit(textOf(field), i18n.language)
  const isUnchanged = FIELDS.every((field) => read(field) === limits[field])
  const save = async (changed: Partial<Record<LimitField, string | null>>) => {
    setPending(true)
    try {
      const kept = await call(setOwnLimits, { body: { book, ...changed } })
      onSaved(kept)
      // What was typed while the answer was under way stays.
      const isKept = ([field, text]: [string, string]) =>
        !(field in changed) || text !== typed[field as LimitField]
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(isKept)))
      const waiting = FIELDS.map((field) =>
        field in changed && kept[book][field] !== changed[field] ? kept[book][NEXT[field]] : null,
      ).find((next) => next !== null)
      const time = isolated(formatDayAndClock(waiting?.fromMs ?? 0))
      showToast('success', waiting === undefined ? t('limits.saved') : t('limits.savedLater', { time }))
    } catch {
      // Its words are on the screen, and what was typed stays.
    }
    setPending(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isUnchanged) return
    setChecked(true)
    const wanted = FIELDS.map((field) => [field, read(field)] as const)
    if (wanted.some(([, limit]) => limit === undefined)) return
    // Another page may have changed the others since this one was loaded.
    await save(Object.fromEntries(wanted.filter(([field, limit]) => limit !== limits[field])))
  }
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      {FIELDS.map((field) => {
        const next = limits[NEXT[field]]
        return (
          <div key={field} className="col">
            <Field
              label={t(`limits.${field}`)}
              hint={t(`limits.${field}Hint`)}
              error={checked && read(field) === undefined ? t('limits.unclear') : undefined}
            >
              {(control) => (
                <TextInput
                  dir="ltr"
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={t('limits.none')}
                  trailing={<span className="t3">USDT</span>}
                  value={textOf(field)}
                  onFocus={() => {
                    const text = typingText(textOf(field))
                    if (text !== textOf(field)) setTyped({ ...typed, [field]: text })
                  }}
                  onBlur={() => {
                    const limit = read(field)
                    const { [field]: _, ...others } = typed
                    // What only stood there is not typed: it goes on following the limit that counts.
                    if (limit === limits[field]) setTyped(others)
                    else if (limit !== undefined) setTyped({ ...others, [field]: shown(limit) })
                  }}
                  onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                  {...control}
                />
              )}
            </Field>
            {next === null ? null : (
              <div className="as-line">
                <div className="col">
                  <p className="as-next" role="status">
                    {next.limit === null
                      ? t('limits.nextNone', { time: isolated(formatDayAndClock(next.fromMs)) })
                      : t('limits.next', {
                          time: isolated(formatDayAndClock(next.fromMs)),
                          amount: isolatedLtr(`${formatMoneyExact(next.limit)} USDT`),
                        })}
                  </p>
                </div>
                <Button size="s" className="hit" onClick={() => void save({ [field]: limits[field] })}>
                  {t('limits.keep')}
                  <span className="sr-only">: {t(`limits.${field}`)}</span>
                </Button>
              </div>
            )}
          </div>
        )
      })}
      <p className="t2">
        {t('limits.today', {
          amount: isolatedLtr(`${formatMoneyExact(limits.lostToday)} USDT`),
          time: isolated(formatMinute(dayEndsMs)),
        })}
      </p>
      <Button type="submit" variant="primary" pending={pending} aria-disabled={isUnchanged || pending}>
        {t('limits.save')}
      </Button>
    </form>
  )
}
