import { DECIMALS_MAX, formatDecimal, parseDecimal } from '@truestrike/core/decimal.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountFault, readDecimal, readMicros } from '../../lib/amount-text.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useAmounts, wireFieldText } from '../orders/use-amounts.ts'
import { useFieldFault } from './fault-text.ts'
import { useUnread } from './unread.ts'

interface RowProps {
  label: string
  hint?: ReactNode
  /** Its dotted name in the call, by which a refusal finds it. */
  field?: string
}

type InputRest = Pick<InputHTMLAttributes<HTMLInputElement>, 'dir' | 'inputMode' | 'maxLength' | 'disabled'>

interface TextRowProps extends RowProps, InputRest {
  value: string
  onChange: (value: string) => void
  /** What is typed cannot be read, and why: said once the field is left, or its form is to be sent, which it is not. */
  unread?: string | undefined
}

export function TextRow({ label, hint, field, value, onChange, unread, ...rest }: TextRowProps) {
  const refused = useFieldFault(field)
  const [isLeft, setLeft] = useState(false)
  const isTried = useUnread(unread !== undefined)
  const error = isLeft || isTried ? (unread ?? refused) : refused
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <TextInput
          dir="auto"
          autoComplete="off"
          {...rest}
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </Field>
  )
}

interface DecimalRowProps extends RowProps {
  /** As it crosses the wire; while it cannot be read, as it is typed. */
  value: string
  onChange: (value: string) => void
}

interface Readings {
  read: (typed: string, locale: string) => bigint | AmountFault
  format: (value: bigint) => string
}

function DecimalRow({ value, onChange, read, format, ...row }: DecimalRowProps & Readings) {
  const { i18n } = useTranslation()
  const { wordsOf } = useAmounts()
  const [text, setText] = useState(() => wireFieldText(value))
  const now = read(text, i18n.language)
  const type = (typed: string): void => {
    setText(typed)
    const found = read(typed, i18n.language)
    onChange(typeof found === 'bigint' ? format(found) : typed.trim())
  }
  return (
    <TextRow
      {...row}
      dir="ltr"
      inputMode="decimal"
      maxLength={24}
      value={text}
      onChange={type}
      unread={typeof now === 'string' ? wordsOf(now) : undefined}
    />
  )
}

const MICROS: Readings = { read: readMicros, format: (micros) => formatMicros(micros) }
const PRICES: Readings = {
  read: readDecimal,
  format: (price) => formatDecimal(price, { scale: DECIMALS_MAX, minDecimals: 0, maxDecimals: DECIMALS_MAX }),
}

/** An amount of USDT, typed as the reader writes it. */
export const AmountRow = (props: DecimalRowProps) => <DecimalRow {...props} {...MICROS} />

/** A price, which may have more decimals than an amount. */
export const PriceRow = (props: DecimalRowProps) => <DecimalRow {...props} {...PRICES} />

interface LinesRowProps extends RowProps {
  value: string
  rows: number
  maxLength: number
  onChange: (value: string) => void
}

export function LinesRow({ label, hint, field, value, rows, maxLength, onChange }: LinesRowProps) {
  const error = useFieldFault(field)
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <span className="input set-lines">
          <textarea
            {...{ rows, maxLength, value }}
            {...control}
            dir="auto"
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  )
}

interface NumberRowProps extends RowProps {
  /** An integer of 10^-scale; NaN while what is typed is no number. */
  value: number
  scale: number
  disabled?: boolean
  onChange: (value: number) => void
}

/** A number typed with decimals: percent of basis points (2), seconds of milliseconds (3). */
export function NumberRow({ value, scale, onChange, ...row }: NumberRowProps) {
  const { t } = useTranslation('admin-settings')
  const shown = (): string =>
    Number.isNaN(value) ? '' : formatDecimal(BigInt(value), { scale, minDecimals: 0, maxDecimals: scale })
  const [text, setText] = useState(shown)
  const type = (typed: string): void => {
    setText(typed)
    const parsed = parseDecimal(typed.trim(), scale)
    onChange(parsed.ok ? Number(parsed.value) : Number.NaN)
  }
  return (
    <TextRow
      {...row}
      dir="ltr"
      inputMode="decimal"
      maxLength={16}
      value={text}
      onChange={type}
      unread={Number.isNaN(value) ? t('fault.other') : undefined}
    />
  )
}

interface SwitchRowProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="set-switch">
      <span className="col flex-1">
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <span className="cap" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <Switch
        id={id}
        checked={checked}
        onChange={onChange}
        {...(hint === undefined ? {} : { describedBy: `${id}-hint` })}
      />
    </div>
  )
}

interface SelectRowProps extends RowProps {
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange: (value: string) => void
}

export function SelectRow({ label, hint, field, value, options, disabled, onChange }: SelectRowProps) {
  const error = useFieldFault(field)
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <Select {...control} {...{ value, disabled }} onChange={({ target }) => onChange(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
