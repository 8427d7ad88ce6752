const HEAD = 6
const TAIL = 4

/** Beginning and end of an address, by which people tell it. */
export function shortAddress(address: string): string {
  return address.length <= HEAD + TAIL ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`
}
