/** The tokens the canvas is painted with; read anew when the palette changes. */
export interface ChartTheme {
  background: string
  text: string
  quiet: string
  soft: string
  grid: string
  volume: string
  line: string
  up: string
  down: string
  upTint: string
  upTintSoft: string
  tag: string
  raised: string
  accent: string
  onAccent: string
  inverse: string
  onInverse: string
  font: string
  /** How much larger than usual the reader's letters are. */
  scale: number
}

const TOKENS: Record<Exclude<keyof ChartTheme, 'scale'>, string> = {
  background: '--chart-bg',
  text: '--text-1',
  quiet: '--text-3',
  soft: '--text-2',
  grid: '--chart-grid',
  volume: '--chart-volume',
  line: '--chart-line',
  up: '--up',
  down: '--down',
  upTint: '--up-tint',
  upTintSoft: '--up-tint-soft',
  tag: '--bg-2',
  raised: '--raised',
  accent: '--accent',
  onAccent: '--on-accent',
  inverse: '--inverse',
  onInverse: '--on-inverse',
  font: '--font',
}

const USUAL_FONT_PX = 16
/** So narrow a chart still shows letters of the usual size; narrower ones would have no room left for bars. */
const USUAL_WIDTH_PX = 240

/** As large as the reader has set the letters, as far as the chart has room for them. */
function scaleFor(host: Element): number {
  const wished = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_FONT_PX
  return Math.max(1, Math.min(wished, host.clientWidth / USUAL_WIDTH_PX))
}

export function readChartTheme(host: Element): ChartTheme {
  const style = getComputedStyle(host)
  const read = (token: string): string => style.getPropertyValue(token).trim()
  const tokens = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)]))
  return { ...tokens, scale: scaleFor(host) } as unknown as ChartTheme
}
