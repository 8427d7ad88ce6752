import type { Contract, PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { isOutcomeUnknown } from '../../lib/api-error.ts'

/** Waits before the same order is asked for again, ms; after the last one the user decides. */
export const RETRY_WAITS_MS = [1_000, 2_000, 4_000] as const

export interface OrderPort {
  place: (order: PlaceOrder) => Promise<Contract>
  wait: (ms: number) => Promise<void>
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

  constructor(order: Omit<PlaceOrder, 'clientOrderId'>, port: OrderPort, tell: (state: OrderState) => void) {
    this.order = { clientOrderId: port.newId(), ...order }
    this.#port = port
    this.#tell = tell
  }

  get state(): OrderState {
    return this.#state
  }

  /**
   * Sends the order, or asks again what became of it. A second press while the first is under way does nothing (null).
   * Throws the refusal; after the last retry in vain throws the error that left the outcome unknown.
   */
  async send(): Promise<Contract | null> {
    if (this.#state !== 'ready' && this.#state !== 'unknown') return null
    this.#move('sending')
    for (const waitMs of [...RETRY_WAITS_MS, null]) {
      try {
        const contract = await this.#port.place(this.order)
        this.#move('accepted')
        return contract
      } catch (error) {
        if (!isOutcomeUnknown(error)) {
          this.#move('refused')
          throw error
        }
        if (waitMs === null) {
          this.#move('unknown')
          throw error
        }
        this.#move('resolving')
        await this.#port.wait(waitMs)
      }
    }
    return null
  }

  #move(state: OrderState): void {
    this.#state = state
    this.#tell(state)
  }
}

/** 22 characters of the address-safe alphabet from 128 random bits. */
export function newClientOrderId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
