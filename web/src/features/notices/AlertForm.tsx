import { setAlert } from '@truestrike/protocol/alert-endpoints.ts'
import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { BellPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { lastSymbol } from '../../lib/last-symbol.ts'
import { useTickerField } from '../../lib/live-prices.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatBps, formatChange, formatPrice } from '../../lib/price-format.ts'
import { useProducts } from '../../lib/products-query.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { priceAway, readPrice } from './alert-price.ts'

/** Distances offered, in hundredths of a percent. */
const QUICK_BPS = [-100, -50, 50, 100]

/** The pair of the trade screen one is on, else the last one visited. */
function useFirstSymbol(): string {
  return /^\/trade\/([A-Z0-9]+)$/.exec(useLocation().pathname)?.[1] ?? lastSymbol()
}

/** A pair and a price; from where it is to be reached follows from the price now. */
export function AlertForm({ onSet }: { onSet: () => void }) {
  const { t } = useTranslation('notices')
  const id = useId()
  const first = useFirstSymbol()
  const [symbol, setSymbol] = useState(first)
  const { data } = useProducts()
  const product = data?.products.find((each) => each.symbol === symbol) ?? data?.products[0]
  if (data === undefined || product === undefined) return <Skeleton width="100%" height={220} />
  return (
    <div className="al-set">
      <div className="field">
        <span className="field-label">
          <label htmlFor={id}>{t('alert.pair')}</label>
        </span>
        <Select id={id} value={product.symbol} onChange={(event) => setSymbol(event.target.value)}>
          {data.products.map((each) => (
            <option key={each.symbol} value={each.symbol}>
              {pairText(each.symbol, each)}
            </option>
          ))}
        </Select>
      </div>
      <PriceForm key={product.symbol} product={product} onSet={onSet} />
    </div>
  )
}

function PriceForm({ product, onSet }: { product: Product; onSet: () => void }) {
  const { t } = useTranslation('notices')
  const { symbol, precision } = product
  const now = useTickerField(symbol, 'price') ?? product.ticker.price
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const [pending, setPending] = useState(false)
  const price = readPrice(typed, precision)
  const way = price === null || now === null ? 0 : compareDecimals(price, now)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (price === null || way === 0) return
    setPending(true)
    try {
      await call(setAlert, { body: { symbol, direction: way > 0 ? 'up' : 'down', price } })
      // What was typed while the answer was under way stays.
      setTyped((now) => (now === typed ? '' : now))
      setChecked(false)
      showToast('success', t('alert.saved'))
    } catch {
      // Its words are on the screen, and what was typed stays.
    }
    setPending(false)
    onSet()
  }
  const fault =
    price === null ? t('alert.invalid', { example: isolatedLtr(formatPrice(now)) }) : t('alert.same')
  const shown = { pair: isolatedLtr(pairText(symbol, product)), price: isolatedLtr(formatPrice(price)) }
  const told =
    way === 0
      ? t('alert.noneText')
      : t(way > 0 ? 'alert.up' : 'alert.down', {
          ...shown,
          change: isolatedLtr(formatChange(now, price)),
        })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('alert.price')}
        aside={<span className="lab n">{t('alert.now', { price: isolatedLtr(formatPrice(now)) })}</span>}
        hint={told}
        error={checked && way === 0 ? fault : undefined}
      >
        {(control) => (
          <TextInput
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={32}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <fieldset className="al-quick" dir="ltr" aria-label={t('alert.quick')}>
        {QUICK_BPS.map((bps) => (
          <Chip
            key={bps}
            filled
            disabled={now === null}
            onClick={() => setTyped((now === null ? null : priceAway(now, bps, precision)) ?? '')}
          >
            {bps < 0 ? `−${formatBps(-bps)}` : `+${formatBps(bps)}`}
          </Chip>
        ))}
      </fieldset>
      <Button type="submit" variant="primary" icon={BellPlus} pending={pending}>
        {t('alert.set')}
      </Button>
    </form>
  )
}
