/** Items worked on between two turns of the event loop: less than a millisecond, where an item takes a few microseconds. */
const ITEMS_PER_PART = 200

interface Parts {
  itemsPerPart?: number
  /** Awaited before each further part. */
  nextTurn?: (() => Promise<unknown>) | undefined
}

/** As `list.map`, in parts, with the turns of others in between; without `nextTurn` in one. */
export async function mapInParts<T, R>(
  list: readonly T[],
  map: (item: T, at: number) => R,
  { itemsPerPart = ITEMS_PER_PART, nextTurn }: Parts,
): Promise<R[]> {
  const mapped: R[] = []
  for (const item of list) {
    if (mapped.length > 0 && mapped.length % itemsPerPart === 0) await nextTurn?.()
    mapped.push(map(item, mapped.length))
  }
  return mapped
}
