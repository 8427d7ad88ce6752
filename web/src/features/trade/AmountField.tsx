import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { fieldText, typingText } from '../../lib/amount-text.ts'
import { formatMoney, microsOf } from '../../lib/money-format.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Num } from '../../ui/Num.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { boundsOf, largestAmount, QUICK_AMOUNTS, steppedAmount } from './amount-rules.ts'

interface AmountFieldProps {
  text: string
  /** The text read; null when it is no amount. */
  micros: bigint | null
  onText: (text: string) => void
  rule: GameRule | undefined
  /** The largest stake the user allows themselves, USDT; null: none. */
  ownMax: string | null
  /** Available balance, USDT; null for guests. */
  available: string | null
  /** Id of the text that says why the amount or the order is not possible. */
  hintId: string
  invalid: boolean
}

const NO_RULE = { stakeMin: '1', stakeMax: '5000' }

export function AmountField(props: AmountFieldProps) {
  const { text, micros, onText, rule, ownMax, available, hintId, invalid } = props
  const { t } = useTranslation('trade')
  const bounds = boundsOf(rule ?? NO_RULE, ownMax)
  const availableMicros = microsOf(available)
  const largest = availableMicros === null ? bounds.maxMicros : largestAmount(bounds, availableMicros)
  const put = (value: bigint): void => onText(fieldText(value))
  const tidy = (): void => {
    if (micros !== null) put(micros)
  }
  return (
    <div className="td-amount">
      <div className="td-row">
        <label className="lab" htmlFor="order-amount">
          {t('order.amount')}
        </label>
        {available === null ? null : (
          <span className="lab">
            {t('order.available')}{' '}
            <b>
              <Num unit="USDT">{formatMoney(available)}</Num>
            </b>
          </span>
        )}
      </div>
      <Stepper
        onStep={(step) => put(steppedAmount(micros ?? 0n, step, bounds))}
        canDecrease={micros === null || micros > bounds.minMicros}
        canIncrease={micros === null || micros < bounds.maxMicros}
      >
        <span className="td-amount-value" dir="ltr">
          <input
            id="order-amount"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            size={Math.max(2, text.length)}
            onChange={(event) => onText(event.target.value)}
            onFocus={({ target }) => {
              // Selected once it stands there as it is typed.
              flushSync(() => onText(typingText(text)))
              target.select()
            }}
            onBlur={tidy}
            aria-invalid={invalid}
            aria-describedby={hintId}
          />
          <span className="unit">USDT</span>
        </span>
      </Stepper>
      <fieldset className="td-quick" aria-label={t('order.quick')}>
        {QUICK_AMOUNTS.map((amount) => (
          <Chip
            key={amount}
            pressed={micros === microsOf(amount)}
            onClick={() => put(microsOf(amount) ?? 0n)}
          >
            <Num>{amount}</Num>
          </Chip>
        ))}
        <Chip
          pressed={micros === largest && largest > 0n}
          disabled={largest === 0n}
          onClick={() => put(largest)}
        >
          {t('order.max')}
        </Chip>
      </fieldset>
    </div>
  )
}
