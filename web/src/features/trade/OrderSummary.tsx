import { useTranslation } from 'react-i18next'
import { formatMoney, formatMoneySigned } from '../../lib/money-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Num } from '../../ui/Num.tsx'
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
      <dl className="kv td-kv">
        <div>
          <dt>{t('order.profit')}</dt>
          <dd className="gain">
            <Num>{formatMoneySigned(quote?.profit)}</Num>
          </dd>
        </div>
        <div>
          <dt>{t('order.loss')}</dt>
          <dd className="loss">
            <Num>{formatMoneySigned(quote?.loss)}</Num>
          </dd>
        </div>
        <div>
          <dt>{t('order.receive')}</dt>
          <dd>
            <Num unit="USDT">{formatMoney(quote?.payout)}</Num>
          </dd>
        </div>
      </dl>
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
      <dl className="kv td-kv">
        <div>
          <dt>{t('order.margin')}</dt>
          <dd>
            <Num>{quote === null ? '--' : `${quote.marginPercent}%`}</Num>
          </dd>
        </div>
        <div>
          <dt>{t('order.expected')}</dt>
          <dd>
            <Num unit="USDT">{formatMoneySigned(quote?.expected)}</Num>
          </dd>
        </div>
        {windowMs === null ? null : (
          <div>
            <dt>{closing.label}</dt>
            <dd className="td-words">{closing.text}</dd>
          </div>
        )}
      </dl>
      <p className="hint">{t('order.oddsText')}</p>
      <p className="hint">{closing.cancelled}</p>
    </details>
  )
}
