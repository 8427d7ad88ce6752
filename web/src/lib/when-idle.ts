/** Where a browser does not tell when it has nothing to do. */
const AFTER_PAINT_MS = 1_000
/** A busy page, or a slow machine, may never have nothing to do. */
const AT_LATEST_MS = 3_000

/** Acts as soon as the browser has nothing better to do. Returns the way to call it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(act, AFTER_PAINT_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(handle)
}
