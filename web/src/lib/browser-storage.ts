/** Local storage that never throws: private windows and full disks must not stop the page. */

export function readStored(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, value)
  } catch {
    // The choice then lasts for this page only.
  }
}

/** A stored object, or null when absent or not JSON. The caller checks its fields. */
export function readStoredObject(key: string): Record<string, unknown> | null {
  const text = readStored(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
