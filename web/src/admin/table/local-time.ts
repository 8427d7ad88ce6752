/** As inputs of a local time want it: `2026-11-22T14:05`, with `:09` behind it where seconds count. */
export function localInput(timeMs: number, hasSeconds: boolean): string {
  const local = new Date(timeMs - new Date(timeMs).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, hasSeconds ? 19 : 16)
}

/** Null: no time, or none the service knows. */
export function readLocalInput(text: string): number | null {
  const timeMs = new Date(text).getTime()
  return Number.isFinite(timeMs) && timeMs >= 0 ? timeMs : null
}

/** `14:05` or `14:05:09` of what was typed, colons left out or not; null when it is no time of a day. */
export function readClock(text: string, hasSeconds: boolean): string | null {
  const [, hours = '', minutes = '', seconds = '00'] =
    /^\s*(\d{1,2})[:.]?(\d{2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}${hasSeconds ? `:${seconds}` : ''}`
}

/** A time in an address. */
export function readTimeParam(text: string | null): number | null {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : null
}
