import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatMoneyExact, formatMoneySigned } from '../../lib/money-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { classes } from '../../ui/class-names.ts'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import type { OrderQuote } from './order-quote.ts'

const OddsSheet = lazyLater(async () => (await import('./OddsSheet.tsx')).loadOddsSheet())

interface OrderSummaryProps {
  quote: OrderQuote | null
  /** Averaging window of the chosen rule, ms; null: no rule yet. */
  windowMs: number | null
  /** Why no order can be sent. */
  hint: string | null
  /** Something is wrong, beyond what is only missing. */
  isFault?: boolean
  hintId: string
  /** What ends the obstacle. */
  remedy?: ReactNode
}

/** What can be won and lost, and the odds behind it; while no order can be sent, the reason takes their place. */
export function OrderSummary({ quote, windowMs, hint, isFault = true, hintId, remedy }: OrderSummaryProps) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  return (
    <div className="td-facts">
      <div className="td-figures" inert={hint !== null}>
        {mobile ? (
          <div className="td-row td-sum">
            <span>
              {t('order.profit')} <Num tone="gain">{formatMoneySigned(quote?.profit)}</Num>
            </span>
            <span>
              {t('order.receive')}{' '}
              <b>
                <Num unit="USDT">{formatMoney(quote?.payout)}</Num>
              </b>
            </span>
          </div>
        ) : (
          <ValueList
            className="td-kv"
            lines={[
              {
                key: 'profit',
                label: t('order.profit'),
                value: <Num tone="gain">{formatMoneySigned(quote?.profit)}</Num>,
              },
              {
                key: 'loss',
                label: t('order.loss'),
                value: <Num tone="loss">{formatMoneyExact(quote?.loss)}</Num>,
              },
              {
                key: 'receive',
                label: t('order.receive'),
                value: <Num unit="USDT">{formatMoney(quote?.payout)}</Num>,
              },
            ]}
          />
        )}
        <OddsButton quote={quote} windowMs={windowMs} />
      </div>
      <p className={classes('hint', isFault && 'hint-bad', 'td-hint')} id={hintId}>
        {hint} {remedy}
      </p>
    </div>
  )
}

/** The break-even rate; pressed, also what lies behind it, in a sheet: a fold would push the order buttons away. */
function OddsButton({ quote, windowMs }: { quote: OrderQuote | null; windowMs: number | null }) {
  const { t } = useTranslation('trade')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="td-odds" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="td-odds-word">{t('order.breakEven')}</span>
        <Num className="td-odds-rate">{quote === null ? '--' : `${quote.breakEvenPercent}%`}</Num>
      </button>
      <Suspense>
        <OddsSheet open={open} onOpenChange={setOpen} quote={quote} windowMs={windowMs} />
      </Suspense>
    </>
  )
}
