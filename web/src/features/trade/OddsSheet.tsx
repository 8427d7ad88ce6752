import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, formatMoneySigned } from '../../lib/money-format.ts'
import { loadOrderTexts } from '../../lib/order-texts.ts'
import { Num } from '../../ui/Num.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import type { OrderQuote } from './order-quote.ts'
import { useClosingRule } from './use-closing-rule.ts'

interface OddsSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  quote: OrderQuote | null
  /** Averaging window of the chosen rule, ms; null: no rule yet. */
  windowMs: number | null
}

/** The sheet with its words. */
export async function loadOddsSheet(): Promise<ComponentType<OddsSheetProps>> {
  await loadOrderTexts()
  return OddsSheet
}

/** What is lost at worst, house margin, expected value, and how a contract closes or is cancelled. */
function OddsSheet({ open, onOpenChange, quote, windowMs }: OddsSheetProps) {
  const { t } = useTranslation(['trade', 'order'])
  const closing = useClosingRule(windowMs ?? 0)
  const percent = (rate: string | undefined) => <Num>{rate === undefined ? '--' : `${rate}%`}</Num>
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('order:odds')}>
      <div className="td-odds-list">
        <ValueList
          lines={[
            {
              key: 'loss',
              label: t('order.loss'),
              value: (
                <Num tone="loss" unit="USDT">
                  {formatMoneyExact(quote?.loss)}
                </Num>
              ),
            },
            { key: 'breakEven', label: t('order.breakEven'), value: percent(quote?.breakEvenPercent) },
            { key: 'margin', label: t('order.margin'), value: percent(quote?.marginPercent) },
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
      </div>
    </Sheet>
  )
}
