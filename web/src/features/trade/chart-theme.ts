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
}

const TOKENS: Record<keyof ChartTheme, string> = {
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

export function readChartTheme(host: Element): ChartTheme {
  const style = getComputedStyle(host)
  const read = (token: string): string => style.getPropertyValue(token).trim()
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, read(token)]),
  ) as unknown as ChartTheme
}
