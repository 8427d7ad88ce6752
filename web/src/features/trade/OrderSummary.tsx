import { useTranslation } from 'react-i18next'
import { formatMoney, formatMoneyExact, formatMoneySigned } from '../../lib/money-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import type { OrderQuote } from './order-quote.ts'
import { useClosingRule } from './use-closing-rule.ts'

interface OrderSummaryProps {
  quote: OrderQuote | null
  /** Averaging window of the chosen rule, ms; null: no rule yet. */
  windowMs: number | null
  /** Why no order can be sent; on phones it takes the place of a row, so that nothing jumps. */
  hint: string | null
  hintId: string
}

/** What can be won and lost, and the odds behind it. */
export function OrderSummary({ quote, windowMs, hint, hintId }: OrderSummaryProps) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  if (mobile) {
    return (
      <>
        <div className="td-row td-sum" hidden={hint !== null}>
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
        <p className="hint hint-bad td-row td-sum" id={hintId} hidden={hint === null}>
          {hint}
        </p>
        <OddsDetails quote={quote} windowMs={windowMs} />
      </>
    )
  }
  return (
    <>
      <p className="hint hint-bad td-hint" id={hintId}>
        {hint}
      </p>
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
      <OddsDetails quote={quote} windowMs={windowMs} />
    </>
  )
}

/** Break-even rate; opened, also house margin, expected value, and how a contract closes or is cancelled. */
function OddsDetails({ quote, windowMs }: { quote: OrderQuote | null; windowMs: number | null }) {
  const { t } = useTranslation('trade')
  const closing = useClosingRule(windowMs ?? 0)
  return (
    <details className="td-odds">
      <summary>
        <span className="td-odds-word">{t('order.breakEven')}</span>
        <Num className="td-odds-rate">{quote === null ? '--' : `${quote.breakEvenPercent}%`}</Num>
      </summary>
      <ValueList
        className="td-kv"
        lines={[
          {
            key: 'margin',
            label: t('order.margin'),
            value: <Num>{quote === null ? '--' : `${quote.marginPercent}%`}</Num>,
          },
          {
            key: 'expected',
            label: t('order.expected'),
            value: <Num unit="USDT">{formatMoneySigned(quote?.expected)}</Num>,
          },
          ...(windowMs === null ? [] : [{ key: 'closing', label: closing.label, value: closing.text }]),
        ]}
      />
      <p className="hint">{t('order.oddsText')}</p>
      <p className="hint">{closing.cancelled}</p>
    </details>
  )
}
