/** Items of a list that are put into words between two turns: less than a millisecond. */
export const ITEMS_PER_PART = 200

/**
 * The text `JSON.stringify` makes of an answer, with the long lists among its members written part by part: before each
 * further part of a list `nextTurn` is awaited.
 */
export async function stringifyInParts(
  data: unknown,
  nextTurn: () => Promise<unknown>,
): Promise<string | undefined> {
  if (!isRecord(data) || !Object.values(data).some(isLong)) return JSON.stringify(data)
  const members: string[] = []
  for (const [name, value] of Object.entries(data)) {
    const text = isLong(value) ? await stringifyList(value, nextTurn) : JSON.stringify(value)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join()}}`
}

async function stringifyList(list: readonly unknown[], nextTurn: () => Promise<unknown>): Promise<string> {
  const parts: string[] = []
  for (let at = 0; at < list.length; at += ITEMS_PER_PART) {
    if (at > 0) await nextTurn()
    parts.push(JSON.stringify(list.slice(at, at + ITEMS_PER_PART)).slice(1, -1))
  }
  return `[${parts.join()}]`
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > ITEMS_PER_PART

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
