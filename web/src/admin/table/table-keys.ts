/** How far a page of keys goes. */
const PAGE_ROWS = 10

/** The row a key leads to from another; null: it leads nowhere. */
export function rowAfter(key: string, at: number, count: number): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: Math.min(at + PAGE_ROWS, count - 1),
    PageUp: Math.max(at - PAGE_ROWS, 0),
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined || to < 0 || to >= count ? null : to
}
