/** What follows a press within this time belongs to it, in ms: one hand's tremble made both. */
export const DOUBLE_PRESS_MS = 300

/**
 * Tells the second half of a double press, which meets what has come to stand under the finger. The answer takes the time
 * of a press, in ms on the clock of `performance.now()`.
 */
export function watchDoublePress(): (pressedMs: number) => boolean {
  let lastMs = Number.NEGATIVE_INFINITY
  return (pressedMs) => {
    const isRepeated = pressedMs - lastMs < DOUBLE_PRESS_MS
    lastMs = pressedMs
    return isRepeated
  }
}
