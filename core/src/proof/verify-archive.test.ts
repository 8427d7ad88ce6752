import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { type LogStep, logOf } from '../log-fixture.ts'
import { DAY_MS } from '../utc-day.ts'
import { archiveLines, testDays } from './archive-fixture.ts'
import type { BlockHeader } from './block-header.ts'
import type { SealedBlock } from './build-receipt.ts'
import { jsonMutations } from './json-mutations.ts'
import { type ProofSetting, sealBlocks, testKey } from './proof-fixture.ts'
import { type VerifySignature, verifyEd25519 } from './signature.ts'
import type { SiteKey } from './site-keys.ts'
import { ArchiveCheck } from './verify-archive.ts'

const key = testKey(1)
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Many archives differ in one place only: a signature is looked at once. */
const known = new Map<string, boolean>()
const verifyOnce: VerifySignature = (...parts) => {
  const name = parts.map(encodeBase64url).join()
  const isGood = known.get(name) ?? verifyEd25519(...parts)
  known.set(name, isGood)
  return isGood
}

/** What is found in archives given one after another: `good`, or the check and the code. */
function verdictOf(
  archives: readonly (readonly unknown[])[],
  keys: readonly SiteKey[] = [key.siteKey],
): string {
  const check = new ArchiveCheck(keys, verifyOnce)
  for (const [head, ...blocks] of archives) {
    let found = check.begin(throughJson(head ?? null))
    for (const block of blocks) found ??= check.take(throughJson(block))
    found ??= check.finish()
    if (found !== null) return `${found.check} ${found.code}`
  }
  return 'good'
}

const days = testDays(key, 3)
const archives = days.map(archiveLines)
const [first = [], second = [], third = []] = archives

describe('[P5] archives of the log', () => {
  test('hold by themselves, and one after the other', () => {
    expect(archives.map((lines) => lines.length)).toEqual([4, 4, 4])
    for (const lines of archives) expect(verdictOf([lines])).toBe('good')
    expect(verdictOf(archives)).toBe('good')
    // A day left out is no contradiction, a day twice or out of turn is.
    expect(verdictOf([first, third])).toBe('good')
    expect(verdictOf([first, first])).toBe('blocks block-order')
    expect(verdictOf([second, first])).toBe('blocks block-order')
  })

  test('whatever is changed in one, left out, doubled or exchanged, is found', () => {
    let count = 0
    for (const { at, how, json } of jsonMutations(second as never)) {
      count += 1
      const lines = Array.isArray(json) ? (json as unknown[]) : [json]
      expect({ at, how, verdict: verdictOf([first, lines]) }).not.toMatchObject({ verdict: 'good' })
    }
    expect(count).toBeGreaterThan(500)
  }, 60_000)

  test('blocks that are missing at the beginning or at the end are missed', () => {
    expect(verdictOf([second.slice(0, -1)])).toBe('blocks block-order')
    expect(verdictOf([[second[0], ...second.slice(2)]])).toBe('blocks block-order')
    expect(verdictOf([[second[0]]])).toBe('blocks block-order')
    expect(verdictOf([first, [second[0]]])).toBe('blocks block-order')
  })

  test('[O6] a restart leaves numbers out where it says so, and nowhere else', () => {
    const at = (ms: number): number => 20_000 * DAY_MS + ms
    const steps = (restart: number): LogStep[] => [
      { at: at(100), from: 'simulated' },
      { at: at(200), void: [at(100), at(150)] },
      { at: at(300), mark: true },
      { at: at(301), restart },
      { at: at(9_000), price: 50_000 },
      { at: at(9_100), price: 50_001 },
    ]
    const entries = logOf(steps(36_000_000))
    const sealedEvery = (forge?: ProofSetting['forgeHeader']) =>
      archiveLines(sealBlocks(entries, key, ({ seq }) => seq % 2 === 0, forge))
    const honest = sealedEvery()
    expect(verdictOf([honest])).toBe('good')
    const numbers = (honest.slice(1) as { number: number }[]).map(({ number }) => number)
    expect(numbers).toEqual([1, 2, 36_003, 36_004])
    // Without the entry that says so, a number left out is missed; with it, it has to follow the block it names.
    expect(verdictOf([honest.filter((_, line) => line !== 2)])).toBe('blocks block-chain')
    expect(verdictOf([honest.filter((_, line) => line !== 3)])).toBe('blocks block-order')
    // A day that begins with it, after the day before and after one that is left out.
    const [early, late] = [steps(0).slice(0, 3), steps(7).slice(3)]
    const nextDay = late.map((step) => ({ ...step, at: step.at + DAY_MS }))
    const blocks = sealBlocks(
      logOf([...early, ...nextDay]),
      key,
      ({ seq, kind }) => seq === 2 || kind === 'restart',
    )
    const [before, after] = [archiveLines(blocks.slice(0, 2)), archiveLines(blocks.slice(2))]
    expect(verdictOf([before, after])).toBe('good')
    const laterDay = late.map((step) => ({ ...step, at: step.at + 2 * DAY_MS }))
    const more = sealBlocks(logOf([...early, { at: at(DAY_MS), mark: true }, ...laterDay]), key, () => true)
    const leftOut = [archiveLines(more.slice(0, 3)), archiveLines(more.slice(4))]
    expect(verdictOf(leftOut)).toBe('good')
    expect(verdictOf([before, archiveLines(more.slice(4))])).toBe('good')
    expect(verdictOf([before, archiveLines(blocks.slice(3))])).toBe('blocks block-order')
    const changed = (change: Partial<BlockHeader>) =>
      verdictOf([sealedEvery((header) => (header.number > 36_000 ? { ...header, ...change } : header))])
    expect(changed({ previous: encodeBase64url(new Uint8Array(32).fill(7)) })).toBe('blocks block-chain')
    expect(changed({ lastVoidSeq: 2 })).toBe('marks mark-hidden')
    expect(changed({ lastSourceSeq: 1 })).toBe('marks mark-hidden')
  })

  test('a key that is not mine, or not in use at the time, is told apart', () => {
    expect(verdictOf([first], [testKey(2).siteKey])).toBe('keys unknown-key')
    expect(verdictOf([first], [testKey(1, { toMs: 1_000 }).siteKey])).toBe('blocks key-not-in-use')
  })

  test('an archive of another log does not go on with this one', () => {
    const other = [{ ...(second[0] as object), symbol: 'ETHUSDT' }, ...second.slice(1)]
    expect(verdictOf([first, other])).toBe('blocks block-signature')
    expect(verdictOf([['nonsense']])).toBe('format format')
  })
})

describe('[P5] what a site that signs falsely cannot hide in an archive', () => {
  const forged = (forge: ProofSetting['forgeHeader']) => testDays(key, 2, forge).map(archiveLines)
  const hash = encodeBase64url(new Uint8Array(32).fill(7))
  const onlyIn = (number: number, change: (header: BlockHeader) => Partial<BlockHeader>) =>
    forged((header) => (header.number === number ? { ...header, ...change(header) } : header))

  test.each<[string, string, (header: BlockHeader) => Partial<BlockHeader>]>([
    ['another root', 'inclusion entry-not-in-block', () => ({ root: hash })],
    ['another running hash', 'blocks block-chain', () => ({ runningHash: hash })],
    ['another block before', 'blocks block-chain', () => ({ previous: hash })],
    ['a number left out', 'blocks block-order', ({ number }) => ({ number: number + 1 })],
    ['a time before its entries', 'log log-order', ({ timeMs }) => ({ timeMs: timeMs - 1 })],
    ['no void', 'marks mark-hidden', () => ({ lastVoidSeq: 0 })],
    ['a void elsewhere', 'marks mark-hidden', ({ lastVoidSeq }) => ({ lastVoidSeq: lastVoidSeq - 1 })],
    ['an earlier source', 'marks mark-hidden', ({ lastSeq }) => ({ lastSourceSeq: lastSeq })],
    ['an older product version', 'blocks block-order', () => ({ productVersion: 2 })],
  ])('%s', (_, verdict, change) => {
    expect(verdictOf(onlyIn(2, change))).toBe(verdict)
  })

  test('entries that run back, or of another day', () => {
    const [day = []] = days
    const lines = archiveLines(day)
    const head = { ...(lines[0] as object), day: '2024-10-05' }
    expect(verdictOf([[head, ...lines.slice(1)]])).toBe('log log-order')
  })

  test('a block whose entries are those of another', () => {
    const [one, two] = ensure(days[0]).slice(0, 2) as [SealedBlock, SealedBlock]
    const exchanged = [
      { ...one, entries: two.entries },
      { ...two, entries: one.entries },
    ]
    expect(verdictOf([archiveLines([...exchanged, ...ensure(days[0]).slice(2)])])).toBe(
      'inclusion entry-not-in-block',
    )
  })
})
