import type { DrawnContract, Geometry, OverlayState } from './chart-overlay.ts'

type Context = CanvasRenderingContext2D
interface Size {
  width: number
  height: number
}

const TAG_HEIGHT = 22
const WIDE_PX = 560
/** A tag of a further contract, and where it may stand beside its entry, px. */
const OTHER_HEIGHT = 18
const OTHER_PLACES = [0, -18, 18, -36, 36, -54, 54]

function crisp(value: number): number {
  return Math.round(value) + 0.5
}

function line(context: Context, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
}

function font(context: Context, state: OverlayState, size: number, weight: number): void {
  context.font = `${weight} ${size}px ${state.theme.font}`
  context.textBaseline = 'middle'
}

/** The side on which the focused contract wins: what has passed in full, what is to come softly. */
export function drawWinningSide(context: Context, size: Size, geometry: Geometry, state: OverlayState): void {
  const contract = state.contracts[0]
  if (contract?.entry == null) return
  const from = geometry.xOf(contract.fromMs)
  const to = geometry.xOf(contract.toMs)
  const y = geometry.yOf(contract.entry.price)
  if (from === null || to === null || y === null) return
  const end = Math.min(to, size.width)
  const now = Math.min(Math.max(geometry.xOf(state.nowMs) ?? from, from), end)
  const [top, height] = contract.direction === 'up' ? [0, y] : [y, size.height - y]
  context.fillStyle = state.theme.upTint
  context.fillRect(from, top, now - from, height)
  context.fillStyle = state.theme.upTintSoft
  context.fillRect(now, top, Math.max(0, end - now), height)
}

/** Entry line and dot, expiry line, tag strip; further contracts dimmed, with a small tag instead of the strip. */
export function drawContracts(context: Context, size: Size, geometry: Geometry, state: OverlayState): void {
  for (const [index, contract] of [...state.contracts.entries()].reverse()) {
    drawEntry(context, size, geometry, state, contract, index > 0)
    drawExpiry(context, size, geometry, state, contract, index > 0)
  }
  drawOtherTags(context, size, geometry, state)
  const focused = state.contracts[0]
  if (focused !== undefined) {
    drawTags(context, size, geometry, state, focused)
    drawDistance(context, size, geometry, state, focused)
  }
}

function drawEntry(
  context: Context,
  size: Size,
  geometry: Geometry,
  state: OverlayState,
  { entry, fromMs }: DrawnContract,
  dim: boolean,
): void {
  if (entry === null) return
  const x = geometry.xOf(fromMs)
  const y = geometry.yOf(entry.price)
  if (x === null || y === null) return
  context.strokeStyle = state.theme.text
  context.globalAlpha = dim ? 0.35 : 0.75
  context.lineWidth = 1
  context.setLineDash([])
  line(context, Math.max(0, x), crisp(y), size.width, crisp(y))
  if (!dim) {
    context.globalAlpha = 0.28
    line(context, crisp(x), TAG_HEIGHT, crisp(x), y - 5)
  }
  context.globalAlpha = dim ? 0.6 : 1
  context.fillStyle = state.theme.background
  context.lineWidth = 2
  context.beginPath()
  context.arc(crisp(x), crisp(y), 4, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  context.globalAlpha = 1
  if (!dim) drawEntryWord(context, size, state, y, entry.price)
}

/** On the losing side of the line, away from where the price is. */
function drawEntryWord(context: Context, size: Size, state: OverlayState, y: number, price: number): void {
  font(context, state, 11, 500)
  const below = state.last === null || state.last.price >= price
  context.textAlign = 'right'
  context.lineWidth = 5
  context.lineJoin = 'round'
  context.strokeStyle = state.theme.background
  const textY = y + (below || y < TAG_HEIGHT + 18 ? 11 : -10)
  context.strokeText(state.entryWord, size.width - 4, textY)
  context.fillStyle = state.theme.soft
  context.fillText(state.entryWord, size.width - 4, textY)
}

function drawExpiry(
  context: Context,
  size: Size,
  geometry: Geometry,
  state: OverlayState,
  { toMs }: DrawnContract,
  dim: boolean,
): void {
  const x = geometry.xOf(toMs)
  if (x === null || x > size.width) return
  context.strokeStyle = state.theme.text
  context.globalAlpha = dim ? 0.3 : 0.6
  context.lineWidth = 1
  context.setLineDash([4, 3])
  line(context, crisp(x), dim ? 0 : TAG_HEIGHT, crisp(x), size.height)
  context.setLineDash([])
  context.globalAlpha = 1
}

function tagBox(context: Context, x: number, y: number, width: number, fill: string): void {
  context.fillStyle = fill
  context.beginPath()
  context.roundRect(Math.round(x), y, width, TAG_HEIGHT, 6)
  context.fill()
}

/** Along the top edge: direction and stake at the entry, what is left at the expiry. */
function drawTags(
  context: Context,
  size: Size,
  geometry: Geometry,
  state: OverlayState,
  contract: DrawnContract,
): void {
  const from = geometry.xOf(contract.fromMs)
  const to = geometry.xOf(contract.toMs)
  if (from === null || to === null) return
  const { theme } = state
  font(context, state, 12, 640)
  const leftWidth = Math.ceil(context.measureText(contract.left).width) + 18
  const leftX = Math.max(0, Math.min(to - leftWidth / 2, size.width - leftWidth - 2))
  font(context, state, 11, 600)
  const tagWidth = Math.ceil(context.measureText(contract.tag).width) + 32
  const room = leftX - from > tagWidth + 6
  const tagX = Math.max(4, Math.min(room ? from - 4 : from - tagWidth - 2, leftX - tagWidth - 4))
  // Too narrow for both in one row: what is left stands below.
  const row = tagX + tagWidth + 4 > leftX ? TAG_HEIGHT + 3 : 0
  tagBox(context, tagX, 0, tagWidth, theme.tag)
  drawArrow(context, tagX + 13, TAG_HEIGHT / 2, contract.direction, theme.text)
  context.fillStyle = theme.text
  context.textAlign = 'left'
  context.fillText(contract.tag, Math.round(tagX) + 23, TAG_HEIGHT / 2 + 0.5)
  tagBox(context, leftX, row, leftWidth, contract.waiting ? theme.accent : theme.tag)
  font(context, state, 12, 640)
  context.textAlign = 'center'
  context.fillStyle = contract.waiting ? theme.onAccent : theme.text
  context.fillText(contract.left, Math.round(leftX) + leftWidth / 2, row + TAG_HEIGHT / 2 + 0.5)
}

function drawArrow(context: Context, x: number, y: number, direction: 'up' | 'down', ink: string): void {
  const tip = direction === 'up' ? -4 : 4
  const wing = direction === 'up' ? -0.9 : 0.9
  context.strokeStyle = ink
  context.lineWidth = 2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(x, y - tip)
  context.lineTo(x, y + tip)
  context.moveTo(x - 3.2, y + wing)
  context.lineTo(x, y + tip)
  context.lineTo(x + 3.2, y + wing)
  context.stroke()
}

function drawDistance(
  context: Context,
  size: Size,
  geometry: Geometry,
  state: OverlayState,
  { entry, toMs, direction }: DrawnContract,
): void {
  if (size.width < WIDE_PX || entry === null || state.last === null || state.distance === '') return
  const x = geometry.xOf(toMs)
  const from = geometry.yOf(entry.price)
  const to = geometry.yOf(state.last.price)
  if (x === null || from === null || to === null || x + 10 > size.width - 40) return
  const above = state.last.price > entry.price
  const equal = state.last.price === entry.price
  const ink = equal ? state.theme.soft : above === (direction === 'up') ? state.theme.up : state.theme.down
  context.strokeStyle = ink
  context.fillStyle = ink
  context.lineWidth = 1.5
  line(context, crisp(x + 10), from, crisp(x + 10), to)
  font(context, state, 11, 640)
  context.textAlign = 'left'
  // Too little room between the lines: the figure stands outside, away from the word of the entry.
  const outside = above || equal ? Math.min(from, to) - 9 : Math.max(from, to) + 11
  const textY = Math.abs(to - from) < 16 ? outside : (from + to) / 2
  context.fillText(state.distance, crisp(x + 17), textY)
}

/** Entry and exit of what is over: its arrow where it began, a dot where it ended, in the colour of its result. */
export function drawPast(context: Context, size: Size, geometry: Geometry, state: OverlayState): void {
  for (const { direction, result, fromMs, toMs, entry, exit } of state.past) {
    const [x0, x1] = [geometry.xOf(fromMs), geometry.xOf(toMs)]
    const [y0, y1] = [geometry.yOf(entry), geometry.yOf(exit)]
    if (x0 === null || x1 === null || y0 === null || y1 === null || x1 < 0 || x0 > size.width) continue
    const ink = result === 'gain' ? state.theme.up : result === 'loss' ? state.theme.down : state.theme.soft
    context.strokeStyle = ink
    context.lineWidth = 1.5
    context.setLineDash([2, 2])
    line(context, x0, y0, x1, y1)
    context.setLineDash([])
    drawArrow(context, x0, y0, direction, ink)
    context.fillStyle = ink
    context.beginPath()
    context.arc(x1, y1, 3, 0, 2 * Math.PI)
    context.fill()
  }
}

/** Direction and stake beside the entry of each further contract, apart from each other. */
function drawOtherTags(context: Context, size: Size, geometry: Geometry, state: OverlayState): void {
  const { theme, contracts } = state
  const taken: number[] = contracts[0]?.entry == null ? [] : [geometry.yOf(contracts[0].entry.price) ?? 0]
  font(context, state, 11, 600)
  context.textAlign = 'left'
  for (const { entry, fromMs, tag, direction } of contracts.slice(1)) {
    const x = geometry.xOf(fromMs)
    const y = entry === null ? null : geometry.yOf(entry.price)
    if (x === null || y === null) continue
    const free = OTHER_PLACES.map((step) => y + step).find(
      (place) =>
        place > 2 * TAG_HEIGHT &&
        place < size.height - 10 &&
        taken.every((each) => Math.abs(each - place) >= OTHER_HEIGHT),
    )
    if (free === undefined) continue
    taken.push(free)
    const width = Math.ceil(context.measureText(tag).width) + 26
    const left = Math.max(4, Math.min(x - width - 8, size.width - width - 4))
    context.globalAlpha = 0.9
    context.fillStyle = theme.tag
    context.beginPath()
    context.roundRect(Math.round(left), free - OTHER_HEIGHT / 2, width, OTHER_HEIGHT - 2, 5)
    context.fill()
    context.globalAlpha = 1
    drawArrow(context, left + 10, free - 1, direction, theme.soft)
    context.fillStyle = theme.soft
    context.fillText(tag, Math.round(left) + 19, free - 0.5)
  }
}

/** A dot on the last bar and a dotted line forward; never in the colours of up and down. */
export function drawLastPrice(context: Context, size: Size, geometry: Geometry, state: OverlayState): void {
  if (state.last === null) return
  const x = geometry.lastX()
  const y = geometry.yOf(state.last.price)
  if (x === null || y === null) return
  context.strokeStyle = state.theme.inverse
  context.lineWidth = 1
  context.setLineDash([1, 3])
  line(context, Math.max(0, x + 4), crisp(y), size.width, crisp(y))
  context.setLineDash([])
  context.fillStyle = state.theme.inverse
  context.globalAlpha = 0.18
  context.beginPath()
  context.arc(x, crisp(y), 7, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = 1
  context.beginPath()
  context.arc(x, crisp(y), 3, 0, 2 * Math.PI)
  context.fill()
}
