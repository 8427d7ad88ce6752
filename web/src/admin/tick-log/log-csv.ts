import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { csvFile } from '../table/csv-file.ts'
import type { HashedEntry } from './check-block.ts'

const PLAIN = [
  ...(['seq', 'kind', 'timeMs', 'price', 'volume', 'firstTradeId', 'lastTradeId', 'sourceTimeMs'] as const),
  ...(['source', 'afterSeq', 'rule', 'root', 'count', 'fromMs', 'toMs', 'contractCount'] as const),
  ...(['houseEffect', 'reason', 'secondPrice'] as const),
] as const
const SIDES = ['base', 'quote'] as const
const OF_A_LEG = ['pair', 'bid', 'ask', 'timeMs'] as const

export const LOG_COLUMNS = [
  ...PLAIN,
  ...SIDES.flatMap((side) => OF_A_LEG.map((name) => `legs.${side}.${name}` as const)),
]

/** An entry's cells, in the order of the columns. */
export function logCells(entry: LogEntry): (string | number | undefined)[] {
  const legs = SIDES.flatMap((side) => OF_A_LEG.map((name) => entry.legs?.[side][name]))
  return [...PLAIN.map((name) => entry[name]), ...legs]
}

/** Entries as a file of CSV, with the fields as the public call names them. */
export function logCsv(entries: readonly HashedEntry[]): string {
  return csvFile([
    [...LOG_COLUMNS, 'runningHash'],
    ...entries.map(({ entry, hash }) => [...logCells(entry), hash]),
  ])
}
