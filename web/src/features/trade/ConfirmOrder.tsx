import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { useTickerField } from '../../lib/live-prices.ts'
import { formatMoneyExact, formatMoneySigned, microsOf } from '../../lib/money-format.ts'
import { loadOrderTexts } from '../../lib/order-texts.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useBackCloses } from '../../ui/back-closes.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import type { OrderWish } from './order-flow.store.ts'
import { quoteOf } from './order-quote.ts'
import { SymbolName } from './SymbolName.tsx'
import { useClosingRule } from './use-closing-rule.ts'
import type { OrderFlow } from './use-order.ts'

interface ConfirmOrderProps {
  flow: OrderFlow
  /** In the place of the order's controls instead of a dialog over the page. */
  inline?: boolean
}

/** The confirm step with its words. */
export async function loadConfirmOrder(): Promise<ComponentType<ConfirmOrderProps>> {
  await loadOrderTexts()
  return ConfirmOrder
}

interface Step {
  flow: OrderFlow
  wish: OrderWish
  /** What is read first. */
  head: RefObject<HTMLParagraphElement | null>
  /** The user does not want to be asked again. */
  never: boolean
  setNever: (never: boolean) => void
}

/** The step before buying; also where an order stays whose outcome is not known yet. */
function ConfirmOrder({ flow, inline }: ConfirmOrderProps) {
  const { t } = useTranslation('trade')
  const [never, setNever] = useState(false)
  // What was asked stays on the sheet while it closes.
  const asked = useRef(flow.wish)
  const head = useRef<HTMLParagraphElement>(null)
  if (flow.wish !== null) asked.current = flow.wish
  const step: Step | null =
    asked.current === null ? null : { flow, wish: asked.current, head, never, setNever }
  if (inline) return flow.asking && step !== null ? <InlineConfirm {...step} /> : null
  return (
    <Sheet
      open={flow.asking}
      onOpenChange={(open) => {
        if (!open) flow.cancel()
      }}
      title={t('confirm.title')}
      // No key closes it by chance.
      initialFocus={head}
      footer={step === null ? null : <ConfirmButtons {...step} />}
    >
      {step === null ? null : <ConfirmText {...step} />}
    </Sheet>
  )
}

/** On phones: chart and price stay in sight, and nothing lies over the page. */
function InlineConfirm(step: Step) {
  const { t } = useTranslation('trade')
  const { head, flow } = step
  useEffect(() => head.current?.focus({ preventScroll: true }), [head])
  useBackCloses(true, flow.cancel)
  return (
    <div
      className="td-ask"
      role="dialog"
      aria-label={t('confirm.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') flow.cancel()
      }}
    >
      <div className="td-ask-text">
        <ConfirmText {...step} />
      </div>
      <div className="td-buttons">
        <ConfirmButtons {...step} />
      </div>
    </div>
  )
}

function ConfirmButtons({ flow, wish: { order }, never }: Step) {
  const { t } = useTranslation(['trade', 'order'])
  const change = useSettings((settings) => settings.change)
  const { state } = flow
  const sending = state === 'sending' || state === 'resolving'
  const confirm = (): void => {
    if (never) change({ confirmOrders: false })
    flow.confirm()
  }
  return (
    <>
      <Button size="l" block onClick={flow.cancel} disabled={sending}>
        {state === 'unknown' ? t('confirm.later') : t('confirm.cancel')}
      </Button>
      <Button
        size="l"
        block
        variant={state === 'unknown' ? 'primary' : order.direction}
        className="td-buy"
        pending={sending}
        disabled={!flow.armed}
        onClick={confirm}
      >
        {state === 'unknown'
          ? t('confirm.checkAgain')
          : t('order:buy', {
              direction: t(`direction.${order.direction}`),
              amount: `\u2066${formatMoneyExact(order.stake)}\u2069`,
            })}
      </Button>
    </>
  )
}

function ConfirmText({ flow: { state }, wish, head, never, setNever }: Step) {
  const { t } = useTranslation(['trade', 'order'])
  return (
    <>
      <ConfirmLines wish={wish} head={head} />
      {state === 'resolving' || state === 'unknown' ? (
        <Banner live title={t(`confirm.${state}`)}>
          {t(`order:${state}Text`)}
        </Banner>
      ) : (
        <>
          <p className="td-risk">{t('order.risk')}</p>
          <Checkbox checked={never} onChange={(event) => setNever(event.target.checked)}>
            {t('confirm.never')}
          </Checkbox>
        </>
      )}
    </>
  )
}

function ConfirmLines({ wish: { order, rule }, head }: Pick<Step, 'wish' | 'head'>) {
  const { t } = useTranslation(['trade', 'order', 'ui'])
  const { fundsMode } = useSiteInfo()
  const funds = order.book === 'demo' ? 'demo' : fundsMode
  const price = useTickerField(order.symbol, 'price')
  const quote = quoteOf(microsOf(order.stake) ?? 0n, rule.payoutBps)
  const closing = useClosingRule(rule.windowMs)
  const lines = [
    { key: 'price', label: t('order:priceNow'), value: <Num>{formatPrice(price)}</Num> },
    {
      key: 'entry',
      label: t('order:entryRule'),
      value:
        rule.openingDelayMs === 0
          ? t('order:entryFirst')
          : t('order:entryDelayed', { seconds: rule.openingDelayMs / 1000 }),
    },
    { key: 'closing', label: closing.label, value: closing.text },
    { key: 'duration', label: t('order.duration'), value: formatDuration(order.durationSeconds, 'long') },
    { key: 'payout', label: t('order.payoutRate'), value: <Num>{formatBps(rule.payoutBps)}</Num> },
    {
      key: 'profit',
      label: t('order.profit'),
      value: <Num tone="gain">{formatMoneySigned(quote.profit)}</Num>,
    },
    { key: 'loss', label: t('order.loss'), value: <Num tone="loss">{formatMoneyExact(quote.loss)}</Num> },
    { key: 'breakEven', label: t('order.breakEven'), value: <Num>{`${quote.breakEvenPercent}%`}</Num> },
    { key: 'margin', label: t('order.margin'), value: <Num>{`${quote.marginPercent}%`}</Num> },
    { key: 'funds', label: t('confirm.funds'), value: t(`ui:funds.${funds}.name`) },
  ]
  return (
    <>
      <p className="td-confirm-head" ref={head} tabIndex={-1}>
        <SymbolName symbol={order.symbol} />
        <DirectionTag direction={order.direction} label={t(`direction.${order.direction}`)} />
        <b>
          <Num unit="USDT">{formatMoneyExact(order.stake)}</Num>
        </b>
      </p>
      <ValueList className="td-confirm" lines={lines} />
      <p className="td-risk">{closing.cancelled}</p>
    </>
  )
}
