const DIGITS_MIN = 10

/** `C` and ten digits at least: the number of a contract that a user sees. It grows with time and holds the contract's id. */
export const orderNumberOf = (id: bigint): string => `C${id.toString().padStart(DIGITS_MIN, '0')}`

/**
 * The contract's id in an order number, as digits; null: it is none. Numbers began with `TS` before, in files and letters
 * that users still have; a typed one may lack its letter.
 */
export function contractIdIn(orderNumber: string): string | null {
  return /^(?:C|TS)?0*([1-9][0-9]{0,18})$/i.exec(orderNumber)?.[1] ?? null
}
