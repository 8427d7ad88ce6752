import type { Geometry, OverlayState } from './chart-overlay.ts'

/** Tags nearer to each other than this are pushed apart, px. */
export const TAG_DISTANCE = 20
const TAG_HEIGHT = 18
const MARK_HEIGHT = 14

/**
 * Where entry tags go so that none covers the last price's or another: `TAG_DISTANCE` apart, on their own side, unless
 * there the axis of `height` ends before the tag does.
 */
export function pushedApart(lastY: number | null, entryYs: readonly number[], height: number): number[] {
  const placed: number[] = lastY === null ? [] : [lastY]
  const freeFrom = (wished: number, side: 1 | -1): number => {
    let y = wished
    for (let turn = 0; turn <= placed.length; turn += 1) {
      const near = placed.find((other) => Math.abs(other - y) < TAG_DISTANCE)
      if (near === undefined) break
      y = near + side * TAG_DISTANCE
    }
    return y
  }
  const fits = (y: number): boolean => y >= TAG_HEIGHT / 2 && y <= height - TAG_HEIGHT / 2
  return entryYs.map((wished) => {
    const side = lastY === null || wished >= lastY ? 1 : -1
    const own = freeFrom(wished, side)
    const other = freeFrom(wished, side === 1 ? -1 : 1)
    const y = fits(own) || !fits(other) ? own : other
    placed.push(y)
    return y
  })
}

/** Entries to write on the axis, the focused one first; a price that several share is written once. */
export function writtenEntries(
  contracts: OverlayState['contracts'],
): { price: number; text: string; dim: boolean }[] {
  const byText = new Map<string, { price: number; text: string; dim: boolean }>()
  for (const [index, { entry }] of contracts.entries()) {
    if (entry !== null && !byText.has(entry.text)) byText.set(entry.text, { ...entry, dim: index > 0 })
  }
  return [...byText.values()]
}

/** The prices on the axis: entries first, the last price over them. */
export function drawAxisTags(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  geometry: Geometry,
  { contracts, last, theme }: OverlayState,
): void {
  const lastY = last === null ? null : geometry.yOf(last.price)
  const entries = writtenEntries(contracts).flatMap(({ price, text, dim }) => {
    const y = geometry.yOf(price)
    return y === null ? [] : [{ y, text, dim }]
  })
  const ys = pushedApart(
    lastY,
    entries.map((entry) => entry.y),
    size.height,
  )
  coverMarks(context, size, geometry, [...ys, ...(lastY === null ? [] : [lastY])], theme.background)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const pill = (y: number, text: string, fill: string, ink: string, weight: number): void => {
    context.fillStyle = fill
    context.beginPath()
    context.roundRect(2, Math.round(y - TAG_HEIGHT / 2), size.width - 4, TAG_HEIGHT, 4)
    context.fill()
    context.font = `${weight} 11px ${theme.font}`
    context.fillStyle = ink
    context.fillText(text, 7, Math.round(y) + 0.5)
  }
  for (const [index, { text, dim }] of [...entries.entries()].reverse()) {
    pill(ys[index] ?? 0, text, theme.raised, dim ? theme.soft : theme.text, 600)
  }
  if (last !== null && lastY !== null) pill(lastY, last.text, theme.inverse, theme.onInverse, 650)
}

/** Half a written price looks broken: those that a tag would touch are covered whole. */
function coverMarks(
  context: CanvasRenderingContext2D,
  size: { width: number },
  geometry: Geometry,
  tagYs: readonly number[],
  background: string,
): void {
  context.fillStyle = background
  for (const price of geometry.marks()) {
    const y = geometry.yOf(price)
    if (y === null || tagYs.every((tagY) => Math.abs(tagY - y) > (TAG_HEIGHT + MARK_HEIGHT) / 2)) continue
    context.fillRect(0, y - MARK_HEIGHT / 2, size.width, MARK_HEIGHT)
  }
}
