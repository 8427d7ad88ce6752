import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import { drawAxisTags } from './chart-axis-tags.ts'
import type { ChartTheme } from './chart-theme.ts'
import { writeWholeOnly } from './chart-time-marks.ts'
import { drawContracts, drawLastPrice, drawPast, drawWinningSide } from './contract-drawing.ts'

export interface DrawnContract {
  id: string
  direction: 'up' | 'down'
  /** Null until there is an opening price. */
  entry: { price: number; text: string } | null
  fromMs: number
  toMs: number
  /** Such as `Up 100`. */
  tag: string
  /** Such as `05:45`, or the word for ended. */
  left: string
  waiting: boolean
}

interface DrawnLast {
  price: number
  text: string
}

/** A contract that is over: what it came in and went out with. */
export interface PastContract {
  direction: 'up' | 'down'
  result: 'gain' | 'loss' | undefined
  fromMs: number
  toMs: number
  entry: number
  exit: number
}

export interface OverlayState {
  /** The focused one first. */
  contracts: readonly DrawnContract[]
  past: readonly PastContract[]
  last: DrawnLast | null
  nowMs: number
  /** The word beside the entry line. */
  entryWord: string
  /** Signed way from the focused entry to the last price; drawn where there is room. */
  distance: string
  theme: ChartTheme
}

/** Where things lie in the plot, in CSS pixels. */
export interface Geometry {
  xOf: (timeMs: number) => number | null
  yOf: (price: number) => number | null
  /** Prices written along the axis. */
  marks: () => readonly number[]
  /** Middle of the last bar. */
  lastX: () => number | null
}

type DrawTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]
type Paint = (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void

/** Painted for letters of the usual size, enlarged as a whole to those of the reader. */
function enlarged(paint: Paint, scale: number): Paint {
  return (context, { width, height }) => {
    context.scale(scale, scale)
    paint(context, { width: width / scale, height: height / scale })
  }
}

function geometryOf({ xOf, yOf, marks, lastX }: Geometry, scale: number): Geometry {
  const smaller = (place: number | null): number | null => (place === null ? null : place / scale)
  return {
    xOf: (timeMs) => smaller(xOf(timeMs)),
    yOf: (price) => smaller(yOf(price)),
    marks,
    lastX: () => smaller(lastX()),
  }
}

function view(zOrder: 'bottom' | 'top', paint: Paint): IPrimitivePaneView {
  const renderer: IPrimitivePaneRenderer = {
    draw(target: DrawTarget) {
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of the canvas, not a hook.
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        context.save()
        paint(context, mediaSize)
        context.restore()
      })
    },
  }
  return { zOrder: () => zOrder, renderer: () => renderer }
}

/** Last price and open contracts, painted over (and under) the bars. */
export class ChartOverlay implements ISeriesPrimitive<Time> {
  readonly #geometry: Geometry
  readonly #paneViews: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]
  readonly #timeViews: readonly IPrimitivePaneView[] = [
    view('bottom', (context, { width }) => writeWholeOnly(context, width)),
  ]
  #state: OverlayState
  #requestUpdate: (() => void) | null = null

  constructor(geometry: Geometry, state: OverlayState) {
    const { scale } = state.theme
    this.#geometry = geometryOf(geometry, scale)
    this.#state = state
    this.#paneViews = [
      view(
        'bottom',
        enlarged((context, size) => drawWinningSide(context, size, this.#geometry, this.#state), scale),
      ),
      view(
        'top',
        enlarged((context, size) => {
          drawPast(context, size, this.#geometry, this.#state)
          drawContracts(context, size, this.#geometry, this.#state)
          drawLastPrice(context, size, this.#geometry, this.#state)
        }, scale),
      ),
    ]
    this.#axisViews = [
      view(
        'top',
        enlarged((context, size) => drawAxisTags(context, size, this.#geometry, this.#state), scale),
      ),
    ]
  }

  get state(): OverlayState {
    return this.#state
  }

  change(values: Partial<OverlayState>): void {
    this.#state = { ...this.#state, ...values }
    this.#requestUpdate?.()
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#requestUpdate = requestUpdate
  }

  detached(): void {
    this.#requestUpdate = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#paneViews
  }

  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#axisViews
  }

  timeAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#timeViews
  }

  /** Entries stay in view with the bars. */
  autoscaleInfo(): AutoscaleInfo | null {
    const prices = this.#state.contracts.flatMap(({ entry }) => (entry === null ? [] : [entry.price]))
    if (prices.length === 0) return null
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } }
  }
}
