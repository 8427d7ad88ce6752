import { ensure } from '@truestrike/core/assert.ts'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { entryCodec } from '@truestrike/core/proof/entry-json.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts } from '@truestrike/core/proof/proof-fixture.ts'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import { expect, test } from 'vitest'
import { checkBlock, hashBefore } from './check-block.ts'
import { logCells, logCsv } from './log-csv.ts'

const parts = honestParts(ensure(proofCases['won, over a window']))
const built = buildReceipt(parts)
if (!built.ok) throw new Error('incomplete')
const { symbol, precision } = built.receipt.product
const log = { symbol, precision }
const blocks = parts.blocks.map(({ header, keyId, signature, entries }) => ({
  header: { ...header, keyId, signature },
  entries: entries.map((entry) => entryCodec(precision).write(entry) as LogEntry),
}))

test('[P1] a block is recomputed from its entries, and the first thing that does not hold is named', () => {
  const at = 1
  const { header, entries } = ensure(blocks[at])
  const before = hashBefore(header, ensure(blocks[at - 1]).header, log)
  const check = (changed = header, shown = entries) => checkBlock(changed, shown, { log, before, keys: [] })
  // Everything but the key, which nobody vouches for here.
  expect(check().fault).toBe('unknown-key')
  expect(check().entries.at(-1)?.hash).toBe(header.runningHash)
  expect(check(header, entries.slice(1)).fault).toBe('entries')
  const watermark = { seq: ensure(entries[0]).seq, kind: 'watermark', timeMs: 1 } as const
  expect(check(header, [watermark, ...entries.slice(1)]).fault).toBe('root')
  expect(check({ ...header, runningHash: header.root }).fault).toBe('hash')
  expect(check(header, [{ ...watermark, kind: 'tick' }, ...entries.slice(1)]).fault).toBe('entries')
  expect(hashBefore(header, undefined, log)).toBe(null)
})

test('[C3] a file of entries has no cell that a spreadsheet would carry out', () => {
  const entry: LogEntry = { seq: 7, kind: 'void', timeMs: 5, houseEffect: '-20.00', reason: '=1+"a"' }
  const [head, line] = logCsv([{ entry, hash: '-abc' }]).split('\r\n')
  expect(head).toMatch(
    /^\uFEFF"seq","kind","timeMs",.*"reason","secondPrice",.*"legs.quote.timeMs","runningHash"$/,
  )
  expect(line).toBe(`7,"void",5,,,,,,,,,,,,,,-20.00,"'=1+""a""",,,,,,,,,,"'-abc"`)
  const quote = (pair: string, timeMs: number) => ({ pair, bid: '1.0', ask: '1.10', timeMs })
  const legs = { base: quote('EUR/USD', 3), quote: quote('USDT/USD', 4) }
  expect(logCells({ ...entry, secondPrice: '1.05', legs }).slice(-9)).toEqual([
    ...['1.05', 'EUR/USD', '1.0', '1.10', 3, 'USDT/USD', '1.0', '1.10', 4],
  ])
})
