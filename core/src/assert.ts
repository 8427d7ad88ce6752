/** Thrown when something holds that the program takes to be impossible. Never an answer to input. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message)
}

/** The value itself; throws when it is missing. In place of the `!` operator, so that a mistake is named. */
export function ensure<T>(value: T | null | undefined, message = 'a value is missing'): T {
  if (value === null || value === undefined) throw new BrokenInvariant(message)
  return value
}

/** End of an exhaustive `switch`: does not compile when a case is forgotten. */
export function unreachable(value: never): never {
  throw new BrokenInvariant(`unreachable case: ${String(value)}`)
}
