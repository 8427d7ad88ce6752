/**
 * JSON whose numbers come as the text they were written in: `{"bid":1.08430}` gives `'1.08430'`. Prices of some exchanges
 * are JSON numbers; read as floating point they would lose digits. Throws a SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  )
  return JSON.parse(quoted)
}

/** The value at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** The text at a path, or null. */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : null
}

/** The safe integer at a path, be it a number or the text of one; or null. */
export function countAt(value: unknown, ...path: (string | number)[]): number | null {
  const found = at(value, ...path)
  const number = typeof found === 'string' && /^\d+$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}
