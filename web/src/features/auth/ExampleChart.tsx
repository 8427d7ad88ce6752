import { CANDLES, type ExampleCandle, priceY } from './example-candles.ts'

const WIDTH = 752
const HEIGHT = 248
const PLOT_RIGHT = 676
const PITCH = 11
const ENTRY = 412.8
const LAST = 482.36
const ENTRY_INDEX = 43
const EXPIRY_X = 610
const GRID = [200, 300, 400, 500]

/** A made-up contract, drawn: it says so above, and is hidden from screen readers. */
export function ExampleChart({ up, entry }: { up: string; entry: string }) {
  const entryX = x(ENTRY_INDEX)
  const nowX = x(CANDLES.length - 1)
  const entryY = priceY(ENTRY)
  const lastY = priceY(LAST)
  return (
    <svg
      className="example"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      direction="ltr"
      aria-hidden="true"
    >
      {GRID.map((price) => (
        <line key={price} className="ex-grid" x1={0} x2={PLOT_RIGHT} y1={priceY(price)} y2={priceY(price)} />
      ))}
      <rect className="ex-win" x={entryX} y={0} width={nowX - entryX} height={entryY} />
      <rect className="ex-win-soft" x={nowX} y={0} width={EXPIRY_X - nowX} height={entryY} />
      {CANDLES.map((candle, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing.
        <Candle key={index} candle={candle} at={x(index)} />
      ))}
      <line className="ex-entry" x1={entryX} x2={PLOT_RIGHT} y1={entryY} y2={entryY} />
      <line className="ex-expiry" x1={EXPIRY_X} x2={EXPIRY_X} y1={22} y2={HEIGHT - 26} />
      <line className="ex-last" x1={nowX} x2={PLOT_RIGHT} y1={lastY} y2={lastY} />
      <circle className="ex-entry-dot" cx={entryX} cy={entryY} r={4} />
      <circle className="ex-now" cx={nowX} cy={lastY} r={3} />
      <Tag x={entryX} y={0} width={74} text={up} arrow />
      <Tag x={EXPIRY_X - 26} y={0} width={52} text="05:45" />
      <text className="ex-word" x={PLOT_RIGHT - 4} y={entryY + 15} textAnchor="end">
        {entry}
      </text>
      <PriceTag y={lastY} text="67,482.36" className="ex-tag-last" />
      <PriceTag y={entryY} text="67,412.80" className="ex-tag-entry" />
      {[200, 300].map((price) => (
        <text key={price} className="ex-axis" x={PLOT_RIGHT + 6} y={priceY(price) + 4}>
          67,{price}.00
        </text>
      ))}
      {['13:30', '13:40', '13:50', '14:00', '14:10', '14:20'].map((time, index) => (
        <text key={time} className="ex-axis" x={46 + index * 92} y={HEIGHT - 8} textAnchor="middle">
          {time}
        </text>
      ))}
    </svg>
  )
}

const x = (index: number): number => 6 + index * PITCH

function Candle({ candle: [open, high, low, close], at }: { candle: ExampleCandle; at: number }) {
  const rises = close >= open
  const top = priceY(Math.max(open, close))
  const height = Math.max(1, priceY(Math.min(open, close)) - top)
  return (
    <g className={rises ? 'ex-up' : 'ex-down'}>
      <line x1={at} x2={at} y1={priceY(high)} y2={priceY(low)} />
      <rect x={at - 2.5} y={top} width={5} height={height} />
    </g>
  )
}

function Tag({
  x: left,
  y,
  width,
  text,
  arrow,
}: {
  x: number
  y: number
  width: number
  text: string
  arrow?: boolean
}) {
  return (
    <g className="ex-tag">
      <rect x={left} y={y} width={width} height={22} rx={5} />
      {arrow ? <path d={`M${left + 13} ${y + 16}v-10m-4 4 4-4 4 4`} /> : null}
      <text x={left + (arrow ? 24 : width / 2)} y={y + 15} textAnchor={arrow ? 'start' : 'middle'}>
        {text}
      </text>
    </g>
  )
}

function PriceTag({ y, text, className }: { y: number; text: string; className: string }) {
  return (
    <g className={className}>
      <rect x={PLOT_RIGHT + 2} y={y - 10} width={70} height={20} rx={4} />
      <text x={PLOT_RIGHT + 37} y={y + 4} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
