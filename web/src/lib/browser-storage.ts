/** The browser's storage, never throwing: private windows and full disks must not stop the page. */

type Area = 'localStorage' | 'sessionStorage'

function read(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

function write(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // The choice then lasts for this page only.
  }
}

/** A stored object, or null when absent or not JSON. The caller checks its fields. */
function objectOf(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const readStored = (key: string): string | null => read('localStorage', key)
export const writeStored = (key: string, value: string | null): void => write('localStorage', key, value)
export const readStoredObject = (key: string) => objectOf(readStored(key))

/** What lives as long as the tab does. */
export const readTab = (key: string): string | null => read('sessionStorage', key)
export const writeTab = (key: string, value: string | null): void => write('sessionStorage', key, value)
export const readTabObject = (key: string) => objectOf(readTab(key))
