import { readFileSync } from 'node:fs'
import { findClosing } from '@truestrike/core/closing.ts'
import { closingFromMs } from '@truestrike/core/frozen-contract.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { contractOf, type LogStep, logOf } from '@truestrike/core/log-fixture.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const document = readFileSync(new URL('../../docs/proof.md', import.meta.url), 'utf8')
const [, section = ''] = /### What evidence does a price gap carry\?\n([^#]*)/.exec(document) ?? []

/** The document's words that the reader below follows, in their order. */
const FOLLOWED = [
  'The run: entries that follow one another, over the borders of blocks and chains, up to the first proof past the expiry. It may begin at **any** entry, of any kind: the tick that was in force before it need not be shown.',
  'Where the last tick up to expiry − window is in the run, the rule of `docs/trading-rules.md` is applied as it stands.',
  'Else: with b the time of the first entry of the run, the price in force at b came no later than b.',
  'If the first tick of the run that is not later than the expiry, or the expiry when there is none, is later than b + `maxGapMs`, it is a gap.',
  'If not, the ticks inside the run may still show one. If these do not either, the evidence is missing.',
]

const contract = contractOf()

/** Whether these moments, at each of which a price came, and the expiry lie further apart than is allowed. */
const hasGap = (ticksMs: readonly number[]): boolean =>
  ticksMs.some((atMs, at) => (ticksMs[at + 1] ?? contract.expiresAtMs) - atMs > contract.maxGapMs)

/** A reader who has the document and nothing else. */
function readAsWritten(steps: readonly LogStep[]): 'price-gap' | 'incomplete' | 'found' {
  const { expiresAtMs, maxGapMs } = contract
  const ticksMs = steps.flatMap((step) => ('price' in step && step.at <= expiresAtMs ? [step.at] : []))
  const first = ticksMs.findLast((atMs) => atMs <= closingFromMs(contract))
  if (first !== undefined) return hasGap(ticksMs.slice(ticksMs.lastIndexOf(first))) ? 'price-gap' : 'found'
  const [begin] = steps
  if ((ticksMs[0] ?? expiresAtMs) > (begin?.at ?? expiresAtMs) + maxGapMs) return 'price-gap'
  return hasGap(ticksMs) ? 'price-gap' : 'incomplete'
}

const step = fc.record({ at: fc.integer({ min: 1_400, max: 1_999 }), isTick: fc.boolean() })
const run = fc
  .uniqueArray(step, { minLength: 1, maxLength: 6, selector: ({ at }) => at })
  .map((drawn): LogStep[] => [
    ...drawn
      .sort((a, b) => a.at - b.at)
      .map(({ at, isTick }): LogStep => (isTick ? { at, price: 500 } : { at, mark: true })),
    { at: 2_001, mark: true },
  ])

test('[P-1] who follows what docs/proof.md says of the evidence of a price gap decides as the verifier does, wherever the entries begin', () => {
  const places = FOLLOWED.map((words) => section.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  const seen = new Set<string>()
  fc.assert(
    fc.property(run, (steps) => {
      const { state } = findClosing(contract, 500n, createLogExcerpt(logOf(steps, 7)))
      seen.add(`${steps.some((each) => 'price' in each) ? 'with' : 'without'} ticks: ${state}`)
      expect(readAsWritten(steps)).toBe(state)
    }),
    { numRuns: 5_000 },
  )
  expect([...seen].sort()).toEqual([
    ...['with ticks: found', 'with ticks: incomplete', 'with ticks: price-gap'],
    ...['without ticks: incomplete', 'without ticks: price-gap'],
  ])
})
