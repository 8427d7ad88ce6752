import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { DOUBLE_PRESS_MS, watchDoublePress } from '../../lib/double-press.ts'
import { useSettings } from '../../lib/settings-store.ts'
import {
  beginOrder,
  dropOrder,
  type OrderWish,
  sendOrder,
  showOrder,
  useOrderInHand,
} from './order-flow.store.ts'
import type { OrderState } from './order-intent.ts'

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
  /** `pressedMs`: when, on the clock of `performance.now()`. */
  begin(wish: OrderWish, pressedMs: number): void
  confirm(): void
  cancel(): void
}

/** The second half of a double press on Up or Down must neither confirm what it has just opened nor buy again. */
const isRepeatedPress = watchDoublePress()

/** On phones Up and Down come back in the place of the button that confirmed: its second half is no new order. */
function confirm(): void {
  isRepeatedPress(performance.now())
  void sendOrder()
}

/** One order at a time: asked, sent, resolved. A second press while one is under way does nothing. */
export function useOrder(): OrderFlow {
  const queries = useQueryClient()
  const { wish, state, announcement } = useOrderInHand()
  const [armed, setArmed] = useState(false)
  const [asks, setAsks] = useState(false)
  useEffect(showOrder, [])

  const begin = useCallback(
    (next: OrderWish, pressedMs: number) => {
      if (isRepeatedPress(pressedMs)) return
      const refresh = () => {
        for (const part of ['rules', 'security']) void queries.invalidateQueries({ queryKey: [part] })
      }
      if (!beginOrder(next, refresh)) return
      const { confirmOrders } = useSettings.getState()
      setAsks(confirmOrders)
      if (!confirmOrders) void sendOrder()
    },
    [queries],
  )

  const asking = wish !== null && (asks || state === 'unknown' || state === 'resolving')
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(setArmed, DOUBLE_PRESS_MS, true)
    return () => {
      clearTimeout(timer)
      setArmed(false)
    }
  }, [asking])
  return { wish, state, asking, armed, announcement, begin, confirm, cancel: dropOrder }
}
