import type { Geometry, OverlayState } from './chart-overlay.ts'

/** Tags nearer to each other than this are pushed apart, px. */
export const TAG_DISTANCE = 20
const TAG_HEIGHT = 18
const MARK_HEIGHT = 14

/** Where entry tags go so that none covers the last price's or another: `TAG_DISTANCE` apart, on their own side. */
export function pushedApart(lastY: number | null, entryYs: readonly number[]): number[] {
  const placed: number[] = lastY === null ? [] : [lastY]
  return entryYs.map((wished) => {
    const side = lastY === null || wished >= lastY ? 1 : -1
    let y = wished
    for (let turn = 0; turn <= placed.length; turn += 1) {
      const near = placed.find((other) => Math.abs(other - y) < TAG_DISTANCE)
      if (near === undefined) break
      y = near + side * TAG_DISTANCE
    }
    placed.push(y)
    return y
  })
}

/** The prices on the axis: entries first, the last price over them. */
export function drawAxisTags(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  geometry: Geometry,
  { contracts, last, theme }: OverlayState,
): void {
  const lastY = last === null ? null : geometry.yOf(last.price)
  const entries = contracts.flatMap(({ entry }, index) => {
    const y = entry === null ? null : geometry.yOf(entry.price)
    return entry === null || y === null ? [] : [{ y, text: entry.text, dim: index > 0 }]
  })
  const ys = pushedApart(
    lastY,
    entries.map((entry) => entry.y),
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
