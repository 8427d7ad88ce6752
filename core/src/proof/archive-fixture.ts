import { ensure } from '../assert.ts'
import { type LogStep, logOf } from '../log-fixture.ts'
import { DAY_MS, formatDay } from '../utc-day.ts'
import { archiveBlocks, archiveHeadJson } from './archive-json.ts'
import type { SealedBlock } from './build-receipt.ts'
import { type ProofSetting, sealBlocks, type TestKey, testProduct } from './proof-fixture.ts'

/** A day that begins here has everything a log can hold, and one that follows it. */
const DAY_START_MS = 20_000 * DAY_MS

const daySteps = (day: number): LogStep[] => {
  const at = (ms: number): number => DAY_START_MS + day * DAY_MS + ms
  return [
    { at: at(100), from: day === 0 ? 'simulated' : 'replay' },
    { at: at(200), price: 50_000n, volume: 1_500_000n },
    { at: at(300), rejected: 60_000, second: 50_000 },
    { at: at(300), mark: true },
    { at: at(400), price: 50_001n },
    { at: at(500), mark: true },
    { at: at(600), void: [at(100), at(400)] },
    { at: at(700), price: 49_999n, volume: 7n },
    { at: at(900), mark: true },
  ]
}

/** Blocks of some days, by day, sealed and signed by an honest site (or by one that forges its headers). */
export function testDays(
  key: TestKey,
  count: number,
  forge?: ProofSetting['forgeHeader'],
): (readonly SealedBlock[])[] {
  const entries = logOf(Array.from({ length: count }, (_, day) => daySteps(day)).flat())
  const perDay = entries.length / count
  const ends = (seq: number): boolean => seq % perDay === 0 || (seq % perDay) % 4 === 0
  const blocks = sealBlocks(entries, key, ({ seq }) => ends(seq), forge)
  return Array.from({ length: count }, (_, day) =>
    blocks.filter(({ header }) => Math.ceil(header.lastSeq / perDay) === day + 1),
  )
}

/** The lines of an archive of these blocks, as JSON values. */
export function archiveLines(blocks: readonly SealedBlock[]): unknown[] {
  const [first, last] = [ensure(blocks[0]), ensure(blocks.at(-1))]
  const { symbol, precision } = testProduct
  const day = formatDay(Math.floor(ensure(last.entries.at(-1)).timeMs / DAY_MS))
  const numbers = { firstNumber: first.header.number, lastNumber: last.header.number }
  const codec = archiveBlocks(precision)
  return [
    archiveHeadJson({ symbol, precision, day, ...numbers }),
    ...blocks.map((block) => codec.json(block)),
  ]
}
