/** Where a key leads from one tab of a row: the next place, round the ends, or null for keys that do not move. */
export function tabStep(key: string, at: number, count: number, rtl: boolean): number | null {
  if (count === 0) return null
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (at + 1) % count
  if (key === back) return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
