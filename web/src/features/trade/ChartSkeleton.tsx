/** Height and top of each stand-in bar, percent of the plot. */
const BARS = [
  [12, 32],
  [14, 29],
  [9, 30],
  [16, 26],
  [10, 24],
  [13, 28],
  [18, 32],
  [11, 36],
  [15, 33],
  [12, 30],
  [8, 31],
  [14, 27],
  [12, 23],
  [9, 25],
  [16, 21],
  [13, 17],
  [10, 19],
  [15, 15],
  [12, 12],
  [9, 14],
  [14, 10],
  [11, 8],
] as const

export function ChartSkeleton() {
  return (
    <div className="td-chart-skeleton" aria-hidden="true">
      {BARS.map(([height, top]) => (
        <span
          key={`${height}-${top}`}
          className="sk"
          style={{ height: `${height}%`, insetBlockStart: `${top}%` }}
        />
      ))}
    </div>
  )
}
