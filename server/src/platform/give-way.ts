/**
 * Who gives a place up to a newcomer where all are taken: whoever has most of them, if that leaves them as many as the
 * newcomer then has. Null: nobody has to, and the newcomer finds no place.
 */
export function whoGivesWay(placesOf: ReadonlyMap<string, number>, newcomer: string): string | null {
  const most = withMost(placesOf)
  if (most === null || !givesWay(placesOf.get(most) ?? 0, placesOf.get(newcomer) ?? 0)) return null
  return most
}

/** Whether a place less leaves as many as the newcomer has with one more. */
export const givesWay = (places: number, newcomers: number): boolean => places >= newcomers + 2

/** Whoever has most places, the first of those who have as many; null: none is taken. */
export function withMost(placesOf: ReadonlyMap<string, number>): string | null {
  let most: string | null = null
  for (const [owner, places] of placesOf)
    if (most === null || places > (placesOf.get(most) ?? 0)) most = owner
  return most
}

/** How many of the items each owner has, in the order in which they first appear. */
export function placesBy<T>(items: Iterable<T>, ownerOf: (item: T) => string): Map<string, number> {
  const places = new Map<string, number>()
  for (const item of items) places.set(ownerOf(item), (places.get(ownerOf(item)) ?? 0) + 1)
  return places
}
