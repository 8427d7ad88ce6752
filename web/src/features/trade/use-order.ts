import { useQueryClient } from '@tanstack/react-query'
import { type GameRule, type PlaceOrder, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { applyContracts } from '../../lib/contracts-store.ts'
import { holdReload } from '../../lib/release-watch.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { reloadUserInfoSoon } from '../../lib/user-info.ts'
import { newClientOrderId, OrderIntent, type OrderPort, type OrderState } from './order-intent.ts'

export interface OrderWish {
  order: Omit<PlaceOrder, 'clientOrderId'>
  rule: GameRule
}

export interface OrderFlow {
  /** What is being asked or sent; null when nothing is. */
  wish: OrderWish | null
  state: OrderState
  /** The confirm step is open. */
  asking: boolean
  /** The confirm step takes a press: it has been open for longer than a double press lasts. */
  armed: boolean
  /** The newest message for the live region. */
  announcement: string
  begin(wish: OrderWish): void
  confirm(): void
  cancel(): void
}

const PORT: OrderPort = {
  place: async (order) => (await call(placeContract, { body: order }, { toast: false })).contract,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newId: newClientOrderId,
}

/** Refusals after which what is on the screen is out of date. */
const OUTDATED = ['QUOTE_CHANGED', 'RULE_DISABLED', 'STAKE_TOO_SMALL', 'STAKE_TOO_LARGE'] as const

/** The second half of a double press on Up or Down must not confirm what it has just opened. */
const DOUBLE_PRESS_MS = 300

/** One order at a time: asked, sent, resolved. A second press while one is under way does nothing. */
export function useOrder(): OrderFlow {
  const { t } = useTranslation('trade')
  const queries = useQueryClient()
  const intent = useRef<OrderIntent | null>(null)
  const [wish, setWish] = useState<OrderWish | null>(null)
  const [state, setState] = useState<OrderState>('ready')
  const [armed, setArmed] = useState(false)
  const [asks, setAsks] = useState(false)
  const [announcement, announce] = useState('')

  const finish = useCallback(() => {
    intent.current = null
    setWish(null)
    setState('ready')
  }, [])

  const send = useCallback(async () => {
    const current = intent.current
    if (current === null) return
    const letGo = holdReload()
    try {
      const contract = await current.send()
      if (contract === null) return
      applyContracts([contract], false)
      reloadUserInfoSoon()
      announce(t('order.accepted', { orderNo: contract.orderNo }))
      finish()
    } catch (error) {
      const message = error instanceof ApiError ? error.message : t('order.failed')
      if (current.state === 'unknown') return
      if (error instanceof ApiError && error.is(...OUTDATED))
        void queries.invalidateQueries({ queryKey: ['rules'] })
      if (error instanceof ApiError && error.is('INSUFFICIENT_BALANCE')) reloadUserInfoSoon()
      showToast('error', message)
      announce(message)
      finish()
    } finally {
      letGo()
    }
  }, [finish, queries, t])

  const begin = useCallback(
    (next: OrderWish) => {
      if (intent.current !== null) return
      intent.current = new OrderIntent(next.order, PORT, setState)
      setWish(next)
      setState('ready')
      const { confirmOrders } = useSettings.getState()
      setAsks(confirmOrders)
      if (!confirmOrders) void send()
    },
    [send],
  )

  const cancel = useCallback(() => {
    const current = intent.current
    // While it is on its way nothing can be taken back.
    if (current !== null && (current.state === 'sending' || current.state === 'resolving')) return
    finish()
  }, [finish])

  const asking = wish !== null && (asks || state === 'unknown' || state === 'resolving')
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(setArmed, DOUBLE_PRESS_MS, true)
    return () => {
      clearTimeout(timer)
      setArmed(false)
    }
  }, [asking])
  const confirm = useCallback(() => void send(), [send])
  return { wish, state, asking, armed, announcement, begin, confirm, cancel }
}
