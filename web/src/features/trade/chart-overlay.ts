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
import { drawContracts, drawLastPrice, drawWinningSide } from './contract-drawing.ts'

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

export interface OverlayState {
  /** The focused one first. */
  contracts: readonly DrawnContract[]
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
    this.#geometry = geometry
    this.#state = state
    this.#paneViews = [
      view('bottom', (context, size) => drawWinningSide(context, size, this.#geometry, this.#state)),
      view('top', (context, size) => {
        drawContracts(context, size, this.#geometry, this.#state)
        drawLastPrice(context, size, this.#geometry, this.#state)
      }),
    ]
    this.#axisViews = [
      view('top', (context, size) => drawAxisTags(context, size, this.#geometry, this.#state)),
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
