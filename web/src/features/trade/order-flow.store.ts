import {
  type GameRule,
  listContracts,
  type PlaceOrder,
  placeContract,
} from '@truestrike/protocol/trade-endpoints.ts'
import i18next from 'i18next'
import { create } from 'zustand'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { applyContracts } from '../../lib/contracts-store.ts'
import { acceptedContract } from '../../lib/proof/proof-mail.ts'
import { holdReload } from '../../lib/release-watch.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { reloadUserInfoSoon } from '../../lib/user-info.ts'
import { NotPlaced, newClientOrderId, OrderIntent, type OrderPort, type OrderState } from './order-intent.ts'

export interface OrderWish {
  order: Omit<PlaceOrder, 'clientOrderId'>
  rule: GameRule
}

interface OrderInHand {
  /** What is being asked or sent; null when nothing is. */
  wish: OrderWish | null
  state: OrderState
  /** The newest message for the live region. */
  announcement: string
}

const NOTHING = { wish: null, state: 'ready' } as const

/**
 * The order in hand. It outlives the page it was given on: its client order id is all that can tell what became of it,
 * and without it the user would order again.
 */
export const useOrderInHand = create<OrderInHand>()(() => ({ ...NOTHING, announcement: '' }))

let intent: OrderIntent | null = null
let refreshLimits: () => void = () => undefined
let unwatch: () => void = () => undefined
let letGo: (() => void) | null = null
/** Places on the screen where the order in hand is seen. */
let places = 0

/** The newest contracts among which an order is looked for: none is bought here as long as its outcome is unknown. */
const NEWEST = 100

/** An order and its repetitions belong to the session they were begun in, whoever is signed in by then. */
function portOf(token: string): OrderPort {
  const options = { toast: false, token }
  return {
    place: async (order) => acceptedContract(await call(placeContract, { body: order }, options)),
    find: async ({ clientOrderId, book, symbol, direction }) => {
      const query = { book, symbol, direction, limit: NEWEST }
      const { contracts } = await call(listContracts, { query }, options)
      return contracts.find((contract) => contract.clientOrderId === clientOrderId) ?? null
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    // The clock of the wall: it goes on while the machine sleeps.
    nowMs: () => Date.now(),
    newId: newClientOrderId,
  }
}

function finish(): void {
  intent?.abandon()
  intent = null
  unwatch()
  letGo?.()
  letGo = null
  useOrderInHand.setState(NOTHING)
}

/** Takes an order in hand; false when there is one already, whose outcome comes first. */
export function beginOrder(wish: OrderWish, onOutdated: () => void): boolean {
  const { token } = useSession.getState()
  if (intent !== null || token === null) return false
  intent = new OrderIntent(wish.order, portOf(token), (state) => useOrderInHand.setState({ state }))
  refreshLimits = onOutdated
  unwatch = useSession.subscribe((session) => {
    if (session.token !== token) finish()
  })
  useOrderInHand.setState({ wish, state: 'ready' })
  return true
}

/** Refusals after which what is on the screen is out of date. */
const OUTDATED = [
  'QUOTE_CHANGED',
  'RULE_DISABLED',
  'STAKE_TOO_SMALL',
  'STAKE_TOO_LARGE',
  'OWN_LIMIT_REACHED',
] as const

/** Sends the order in hand, or asks again what became of it. */
export async function sendOrder(): Promise<void> {
  const current = intent
  if (current === null) return
  letGo ??= holdReload()
  try {
    const contract = await current.send()
    if (contract === null) return
    applyContracts([contract], false)
    reloadUserInfoSoon()
    useOrderInHand.setState({
      announcement: i18next.t('trade:order.accepted', { orderNo: contract.orderNo }),
    })
    finish()
  } catch (error) {
    if (intent !== current) return
    if (current.state === 'unknown') sayWhenUnseen()
    else refuse(error)
  }
}

function refuse(error: unknown): void {
  if (error instanceof ApiError && error.is(...OUTDATED)) refreshLimits()
  if (error instanceof ApiError && error.is('INSUFFICIENT_BALANCE')) reloadUserInfoSoon()
  const text = error instanceof NotPlaced ? 'trade:order.notPlaced' : 'trade:order.failed'
  const announcement = error instanceof ApiError ? error.message : i18next.t(text)
  showToast('error', announcement)
  useOrderInHand.setState({ announcement })
  finish()
}

/** Gives the order up; while it is on its way nothing can be taken back. */
export function dropOrder(): void {
  if (intent?.state !== 'sending' && intent?.state !== 'resolving') finish()
}

function sayWhenUnseen(): void {
  if (places === 0 && intent?.state === 'unknown') showToast('error', i18next.t('trade:confirm.unknown'))
}

/** The order in hand is seen here. Returns the way to stop: what was not sent goes with its page, the rest does not. */
export function showOrder(): () => void {
  places += 1
  return () => {
    places -= 1
    if (intent?.state === 'ready') finish()
    useOrderInHand.setState({ announcement: '' })
    // The page of another product shows it at once.
    queueMicrotask(sayWhenUnseen)
  }
}
