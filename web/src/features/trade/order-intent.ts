import { ORDER_REFUSALS } from '@truestrike/protocol/errors.ts'
import {
  type Contract,
  ORDER_DECIDED_WITHIN_MS,
  type PlaceOrder,
} from '@truestrike/protocol/trade-endpoints.ts'
import { ApiError, isOutcomeUnknown } from '../../lib/api-error.ts'

/** Waits before the same order is asked for again, ms; after the last one the user decides. */
export const RETRY_WAITS_MS = [1_000, 2_000, 4_000] as const

/** Prices move on: an order first sent longer ago is not sent again, only looked for. */
export const RESEND_FOR_MS = 60_000

/** The order has been looked for, and there is none. */
export class NotPlaced extends Error {}

export interface OrderPort {
  place: (order: PlaceOrder) => Promise<Contract>
  /** The contract this order has opened, if any. */
  find: (order: PlaceOrder) => Promise<Contract | null>
  wait: (ms: number) => Promise<void>
  nowMs: () => number
  newId: () => string
}

export type OrderState = 'ready' | 'sending' | 'resolving' | 'unknown' | 'accepted' | 'refused'

/**
 * One wish of the user to buy. It has one client order id however often it is sent: when nobody knows what became of a
 * request, the same id finds out, and can never open a second contract.
 */
export class OrderIntent {
  readonly order: PlaceOrder
  readonly #port: OrderPort
  readonly #tell: (state: OrderState) => void
  #state: OrderState = 'ready'
  #firstSentMs: number | null = null
  #lastSentMs = 0
  #abandoned = false
  /** What last left the outcome unknown; null as long as nothing has. */
  #fault: unknown = null

  constructor(order: Omit<PlaceOrder, 'clientOrderId'>, port: OrderPort, tell: (state: OrderState) => void) {
    this.order = { clientOrderId: port.newId(), ...order }
    this.#port = port
    this.#tell = tell
  }

  get state(): OrderState {
    return this.#state
  }

  /**
   * Sends the order, or asks again what became of it. A second press while the first is under way does nothing (null),
   * and so does the answer to an abandoned order.
   * Throws the refusal; after the last retry in vain throws the error that left the outcome unknown.
   */
  async send(): Promise<Contract | null> {
    if (this.#state !== 'ready' && this.#state !== 'unknown') return null
    this.#move(this.#firstSentMs === null ? 'sending' : 'resolving')
    for (const waitMs of [...RETRY_WAITS_MS, null]) {
      try {
        const contract = await this.#ask()
        if (this.#abandoned) return null
        this.#move('accepted')
        return contract
      } catch (error) {
        if (this.#abandoned) return null
        if (isOutcomeUnknown(error)) this.#fault = error
        else if (this.#fault === null || isDecision(error)) {
          this.#move('refused')
          throw error
        }
        if (waitMs === null) {
          this.#move('unknown')
          throw error
        }
        this.#move('resolving')
        await this.#port.wait(waitMs)
        if (this.#abandoned) return null
      }
    }
    return null
  }

  /** From here on nothing is sent and nothing is told any more. */
  abandon(): void {
    this.#abandoned = true
  }

  async #ask(): Promise<Contract> {
    const nowMs = this.#port.nowMs()
    this.#firstSentMs ??= nowMs
    if (nowMs - this.#firstSentMs > RESEND_FOR_MS) return this.#look(nowMs)
    this.#lastSentMs = nowMs
    return this.#port.place(this.order)
  }

  async #look(nowMs: number): Promise<Contract> {
    // A list that cannot be had says nothing about the order.
    const found = await this.#port.find(this.order).catch(() => Promise.reject(this.#fault))
    if (found !== null) return found
    throw nowMs - this.#lastSentMs < ORDER_DECIDED_WITHIN_MS ? this.#fault : new NotPlaced()
  }

  #move(state: OrderState): void {
    this.#state = state
    this.#tell(state)
  }
}

/**
 * Whether it tells what became of every earlier try, too: orders are refused for these only once none was found under
 * their id. Whatever else turns a later try away has not looked.
 */
const isDecision = (error: unknown): boolean =>
  error instanceof NotPlaced || (error instanceof ApiError && error.is(...ORDER_REFUSALS))

/** 22 characters of the address-safe alphabet from 128 random bits. */
export function newClientOrderId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
