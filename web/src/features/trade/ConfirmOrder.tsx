import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { useFundsInUse } from '../../lib/funds-in-use.ts'
import { formatMoneyExact, formatMoneySigned, microsOf } from '../../lib/money-format.ts'
import { formatBps } from '../../lib/price-format.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
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

/** The step before buying; also where an order stays whose outcome is not known yet. */
export function ConfirmOrder({ flow }: { flow: OrderFlow }) {
  const { t } = useTranslation('trade')
  const [never, setNever] = useState(false)
  const change = useSettings((settings) => settings.change)
  const { wish, state } = flow
  // What was asked stays on the sheet while it closes.
  const asked = useRef(wish)
  const head = useRef<HTMLParagraphElement>(null)
  if (wish !== null) asked.current = wish
  const sending = state === 'sending' || state === 'resolving'
  const confirm = (): void => {
    if (never) change({ confirmOrders: false })
    flow.confirm()
  }
  const close = (open: boolean): void => {
    if (!open) flow.cancel()
  }
  return (
    <Sheet
      open={flow.asking}
      onOpenChange={close}
      title={t('confirm.title')}
      // What is asked is read first, and no key closes it by chance.
      initialFocus={head}
      footer={
        <>
          <Button size="l" block onClick={flow.cancel} disabled={sending}>
            {state === 'unknown' ? t('confirm.later') : t('confirm.cancel')}
          </Button>
          <Button size="l" block variant="primary" pending={sending} disabled={!flow.armed} onClick={confirm}>
            {state === 'unknown' ? t('confirm.checkAgain') : t('confirm.buy')}
          </Button>
        </>
      }
    >
      {asked.current === null ? null : <ConfirmLines wish={asked.current} head={head} />}
      {state === 'resolving' || state === 'unknown' ? (
        <Banner live title={t(`confirm.${state}`)}>
          {t(`confirm.${state}Text`)}
        </Banner>
      ) : (
        <>
          <p className="td-risk">{t('order.risk')}</p>
          <Checkbox checked={never} onChange={(event) => setNever(event.target.checked)}>
            {t('confirm.never')}
          </Checkbox>
        </>
      )}
    </Sheet>
  )
}

interface ConfirmLinesProps {
  wish: OrderWish
  head: RefObject<HTMLParagraphElement | null>
}

function ConfirmLines({ wish: { order, rule }, head }: ConfirmLinesProps) {
  const { t } = useTranslation(['trade', 'ui'])
  const funds = useFundsInUse()
  const quote = quoteOf(microsOf(order.stake) ?? 0n, rule.payoutBps)
  const closing = useClosingRule(rule.windowMs)
  const lines = [
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
    { key: 'closing', label: closing.label, value: closing.text },
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
