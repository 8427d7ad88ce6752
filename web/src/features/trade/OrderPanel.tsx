import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { Direction } from '@truestrike/protocol/scalars.ts'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import { formatMoneyExact, formatMoneyShort } from '../../lib/money-format.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { loginPathFor } from '../../lib/wanted-page.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { OrderButton, type Press } from '../../ui/OrderButton.tsx'
import { ProofLink } from '../../ui/ProofLink.tsx'
import { loadSheet } from '../../ui/Sheet.tsx'
import { AmountField } from './AmountField.tsx'
import { textOfAmount } from './amount-rules.ts'
import { DurationChips, DurationsLoading } from './DurationChips.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import type { OrderObstacle } from './order-checks.ts'
import { useOrderForm, useStake } from './order-form.store.ts'
import { quoteOf } from './order-quote.ts'
import { useObstacle } from './use-obstacle.ts'
import { type OrderFlow, useOrder } from './use-order.ts'
import { useChosenRule, useRules } from './use-rules.ts'
import { useWholeRows } from './use-whole-rows.ts'

/** Comes with the page: without a connection it could not be had. */
const ConfirmOrder = lazyLater(async () => (await import('./ConfirmOrder.tsx')).loadConfirmOrder())

const OwnMaxWatch = lazyLater(async () => (await import('./OwnMaxWatch.tsx')).OwnMaxWatch)
const OrderRemedy = lazyLater(async () => (await import('./OrderRemedy.tsx')).OrderRemedy)

interface OrderPanelProps {
  symbol: string
  product: Product | undefined
}

/** Duration, amount, what it brings and what it can cost, and the two buttons. */
export function OrderPanel({ symbol, product }: OrderPanelProps) {
  const { t } = useTranslation(['trade', 'errors', 'app'])
  const hintId = useId()
  const panel = useRef<HTMLElement | null>(null)
  useWholeRows(panel, '.td-durations', '.td-dock')
  const { amountText, setAmountText, setDuration } = useOrderForm()
  const rules = useRules(symbol)
  const rule = useChosenRule(symbol)
  const user = useSession((session) => session.user)
  const token = useSession((session) => session.token)
  const book = useBook((choice) => choice.book)
  const flow = useOrder()
  const mobile = useMedia(MOBILE)
  // On phones the question takes the place of what was asked about, in reach of the same thumb.
  const inline = mobile && flow.asking
  const asked = useRef<Direction | null>(null)
  useEffect(() => {
    if (inline) asked.current = flow.wish?.order.direction ?? null
    else if (asked.current !== null) {
      // The focus goes back to where the question came from, as it does from a dialog.
      if ((document.activeElement ?? document.body) === document.body)
        panel.current?.querySelector<HTMLElement>(`.btn-${asked.current}`)?.focus({ preventScroll: true })
      asked.current = null
    }
  }, [inline, flow.wish])
  useEffect(() => whenIdle(loadSheet), [])
  const stake = useStake()
  const stakeMicros = typeof stake === 'bigint' ? stake : null
  const [ownMax, setOwnMax] = useState<string | null>(null)
  const hint = useHint(product, symbol, ownMax)
  if (rules.isLoadingError) {
    return (
      <section className="td-order" aria-label={t('order.region')}>
        <ErrorState
          title={t('errors:LOAD_RULES')}
          text={t('order.rulesText')}
          onRetry={() => void rules.refetch()}
          pending={rules.isFetching}
        />
        <Suspense>
          <ConfirmOrder flow={flow} />
        </Suspense>
      </section>
    )
  }
  const press = (direction: Direction, { timeStamp }: Press): void => {
    if (rule === undefined || stakeMicros === null) return
    const { durationSeconds, version } = rule
    const order = { book, symbol, direction, durationSeconds, ruleVersion: version }
    flow.begin({ rule, order: { ...order, stake: textOfAmount(stakeMicros) } }, timeStamp)
  }
  return (
    <section className="td-order" ref={panel} aria-label={t('order.region')}>
      <div className="td-row td-wide">
        <span className="lab">{t('order.duration')}</span>
        <span className="cap">{t('order.payoutRate')}</span>
      </div>
      {rules.data === undefined ? (
        <DurationsLoading />
      ) : (
        <DurationChips rules={rules.data} chosen={rule} onChoose={setDuration} />
      )}
      <div className="td-dock">
        {mobile ? (
          <Suspense>
            <ConfirmOrder flow={flow} inline />
          </Suspense>
        ) : null}
        <div className="td-controls" inert={inline}>
          <AmountField
            text={amountText}
            micros={stakeMicros}
            onText={setAmountText}
            rule={rule}
            ownMax={ownMax}
            available={token === null ? null : (user?.balances[book].available ?? null)}
            hintId={hintId}
            invalid={hint.amount}
          />
          <OrderSummary
            quote={stakeMicros === null || rule === undefined ? null : quoteOf(stakeMicros, rule.payoutBps)}
            windowMs={rule?.windowMs ?? null}
            hint={rules.data === undefined || product === undefined ? null : hint.text}
            isFault={!hint.isEmpty}
            hintId={hintId}
            remedy={
              <Suspense>
                <OrderRemedy obstacle={hint.obstacle} />
              </Suspense>
            }
          />
          {token === null ? (
            <GuestButtons symbol={symbol} />
          ) : (
            <OrderButtons
              stake={stakeMicros === null ? null : textOfAmount(stakeMicros)}
              flow={flow}
              disabled={hint.text !== null}
              hintId={hintId}
              onPress={press}
            />
          )}
          <p className="td-risk">
            {t('order.risk')} <ProofLink />
          </p>
        </div>
      </div>
      {mobile ? null : (
        <Suspense>
          <ConfirmOrder flow={flow} />
        </Suspense>
      )}
      {token === null ? null : (
        <Suspense>
          <OwnMaxWatch onMax={setOwnMax} />
        </Suspense>
      )}
      <p className="sr-only" role="status">
        {flow.announcement}
      </p>
    </section>
  )
}

interface OrderButtonsProps {
  /** What a press costs; null: no amount. */
  stake: string | null
  flow: OrderFlow
  disabled: boolean
  hintId: string
  onPress: (direction: Direction, press: Press) => void
}

function OrderButtons({ stake, flow, disabled, hintId, onPress }: OrderButtonsProps) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  /** Of the order on its way. */
  const sent = flow.asking ? undefined : flow.wish?.order.direction
  return (
    <div className="td-buttons">
      {(['up', 'down'] as const).map((direction) => (
        <OrderButton
          key={direction}
          direction={direction}
          label={t(`direction.${direction}`)}
          stake={mobile && stake !== null ? formatMoneyExact(stake) : undefined}
          condition={t(`direction.${direction}Condition`)}
          disabled={disabled || (sent !== undefined && sent !== direction)}
          pending={sent === direction}
          describedBy={hintId}
          onPress={(press) => onPress(direction, press)}
        />
      ))}
    </div>
  )
}

/** Both lead to the sign-in page and back here. */
function GuestButtons({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trade')
  const navigate = useNavigate()
  return (
    <div className="td-buttons">
      {(['up', 'down'] as const).map((direction) => (
        <OrderButton
          key={direction}
          direction={direction}
          label={t(`direction.${direction}`)}
          condition={t('order.loginFirst')}
          onPress={() => void navigate(loginPathFor(`/trade/${symbol}`))}
        />
      ))}
    </div>
  )
}

interface Hint {
  obstacle: OrderObstacle | null
  text: string | null
  /** The amount is at fault. */
  amount: boolean
  /** Nothing is typed yet: what is missing is said, and nothing is wrong. */
  isEmpty: boolean
}

const OF_AMOUNT: readonly (OrderObstacle | null)[] = [
  'no-amount',
  'unclear-amount',
  'too-small',
  'too-large',
  'own-limit',
  'balance',
]

/** Why no order can be sent, in words. */
function useHint(product: Product | undefined, symbol: string, ownMax: string | null): Hint {
  const { t } = useTranslation('trade')
  const rule = useChosenRule(symbol)
  const { amountText } = useOrderForm()
  const obstacle = useObstacle(product, rule, ownMax)
  if (obstacle === null) return { obstacle, text: null, amount: false, isEmpty: false }
  const isEmpty = obstacle === 'no-amount' && amountText.trim() === ''
  const nextOpenMs = product?.nextOpenMs ?? null
  const text =
    obstacle === 'closed' && nextOpenMs !== null
      ? t('obstacle.closedUntil', { time: formatDayAndClock(nextOpenMs) })
      : t(`obstacle.${obstacle}`, {
          min: formatMoneyShort(rule?.stakeMin),
          max: formatMoneyShort(obstacle === 'own-limit' ? ownMax : rule?.stakeMax),
        })
  return { obstacle, text, amount: !isEmpty && OF_AMOUNT.includes(obstacle), isEmpty }
}
