import type { TestContext } from 'vitest'
import type { ProfitSample } from './profit-sample.ts'

/** What the report says of one attack. */
export interface AttackRecord {
  number: number
  name: string
  /** In one line: the result, in words or figures. */
  lines: string[]
}

declare module 'vitest' {
  interface TaskMeta {
    attack?: AttackRecord
  }
}

/** Begins the record of the test's attack; lines are added as they become known. */
export function recordAttack({ task }: TestContext, number: number, name: string): (line: string) => void {
  const record: AttackRecord = { number, name, lines: [] }
  task.meta.attack = record
  return (line) => void record.lines.push(line)
}

const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`

/** Mean profits as shares of the stake. */
export function describeProfit(name: string, sample: ProfitSample): string {
  const { contracts, refused, cancelled, mean, honest, sigma, excess } = sample
  const rest = [
    ...(refused > 0 ? [`${refused} orders refused`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ]
  const figures = `mean ${signed(mean, 4)}, honest ${signed(honest, 4)}, σ ${sigma.toFixed(4)}: ${signed(excess, 1)} σ`
  return `${name}: ${contracts} contracts, ${figures}${rest.map((text) => `, ${text}`).join('')}`
}
