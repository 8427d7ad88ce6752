import type { Geometry, OverlayState } from './chart-overlay.ts'

/** Between the middles of two tags at least, px. */
export const TAG_DISTANCE = 20
const TAG_HEIGHT = 18
const MARK_HEIGHT = 14
/** The last price's tag leaves its line for nothing but the end of the axis. */
const LAST_WEIGHT = 1e6

export interface AxisTag {
  y: number
  /** Which of the entries stand on it, in the order they were given; none: it is the last price's. */
  entries: readonly number[]
}

interface Wish {
  /** Where its lines lie, px. */
  ys: readonly number[]
  entries: readonly number[]
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/**
 * Where tags stand on an axis of `height`: in the order of their lines, apart, whole, each as near its line as that
 * allows. Entries for which there is no room share a tag with their neighbours, the focused one (the first) last.
 */
export function placedTags(lastY: number | null, entryYs: readonly number[], height: number): AxisTag[] {
  const wishes = entryYs
    .map((y, index): Wish => ({ ys: [y], entries: [index] }))
    .sort((a, b) => (a.ys[0] ?? 0) - (b.ys[0] ?? 0))
  const room = Math.max(1, Math.floor((height - TAG_HEIGHT) / TAG_DISTANCE) + 1)
  if (lastY === null) return spread(merged(wishes, room), null, height)
  const above = wishes.filter(({ ys }) => (ys[0] ?? 0) < lastY)
  const below = wishes.filter(({ ys }) => (ys[0] ?? 0) >= lastY)
  const free = (from: number): number => Math.floor((from - TAG_HEIGHT / 2) / TAG_DISTANCE)
  const upper = merged(above, Math.max(1, Math.min(free(lastY), room - 2)))
  const lower = merged(below, Math.max(1, Math.min(free(height - lastY), room - 1 - upper.length)))
  const all = [...upper, { ys: [lastY], entries: [] }, ...lower]
  // So low an axis has room for the last price only, or for one entry beside it.
  const kept =
    all.length <= room
      ? all
      : all.filter(({ entries }) => entries.length === 0 || (room > 1 && entries.includes(0)))
  return spread(kept, lastY, height)
}

/** No more than `room` tags: the nearest neighbours become one, again and again. */
function merged(wishes: readonly Wish[], room: number): Wish[] {
  const left = [...wishes]
  while (left.length > room) {
    const gaps = left.slice(1).map((wish, index) => {
      const before = left[index] as Wish
      const focused = wish.entries.includes(0) || before.entries.includes(0)
      return meanOf(wish.ys) - meanOf(before.ys) + (focused ? 1e9 : 0)
    })
    const at = gaps.indexOf(Math.min(...gaps))
    const [one, other] = left.slice(at, at + 2) as [Wish, Wish]
    left.splice(at, 2, { ys: [...one.ys, ...other.ys], entries: [...one.entries, ...other.entries] })
  }
  return left
}

/** The places nearest to the wishes that keep their order and distance: neighbours that would touch move as one. */
function spread(wishes: readonly Wish[], lastY: number | null, height: number): AxisTag[] {
  const blocks: { from: number; sum: number; weight: number }[] = []
  for (const [index, { ys, entries }] of wishes.entries()) {
    const weight = lastY !== null && entries.length === 0 ? LAST_WEIGHT : ys.length
    // Less the tags before it, order and distance become order alone.
    let block = { from: index, sum: (meanOf(ys) - index * TAG_DISTANCE) * weight, weight }
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.weight <= block.sum / block.weight) break
      blocks.pop()
      block = { from: before.from, sum: before.sum + block.sum, weight: before.weight + block.weight }
    }
    blocks.push(block)
  }
  const highest = TAG_HEIGHT / 2
  const lowest = height - TAG_HEIGHT / 2 - (wishes.length - 1) * TAG_DISTANCE
  return wishes.map(({ entries }, index) => {
    const block = blocks.findLast(({ from }) => from <= index)
    const y = block === undefined ? 0 : block.sum / block.weight
    return { y: Math.max(highest, Math.min(y, lowest)) + index * TAG_DISTANCE, entries }
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

/** The prices on the axis whose lines are in view. */
export function drawAxisTags(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  geometry: Geometry,
  { contracts, last, theme }: OverlayState,
): void {
  const inside = (price: number): number | null => {
    const y = geometry.yOf(price)
    return y === null || y < 0 || y > size.height ? null : y
  }
  const lastY = last === null ? null : inside(last.price)
  const entries = writtenEntries(contracts).flatMap(({ price, text, dim }) => {
    const y = inside(price)
    return y === null ? [] : [{ y, text, dim }]
  })
  const tags = placedTags(
    lastY,
    entries.map((entry) => entry.y),
    size.height,
  )
  coverMarks(
    context,
    size,
    geometry,
    tags.map((tag) => tag.y),
    theme.background,
  )
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
  for (const tag of tags) {
    if (tag.entries.length === 0) {
      if (last !== null) pill(tag.y, last.text, theme.inverse, theme.onInverse, 650)
      continue
    }
    // The focused entry keeps its price; of others that share a tag their number is said.
    const first = entries[Math.min(...tag.entries)]
    const text = first?.dim && tag.entries.length > 1 ? `+${tag.entries.length}` : (first?.text ?? '')
    pill(tag.y, text, theme.raised, first?.dim ? theme.soft : theme.text, 600)
  }
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
