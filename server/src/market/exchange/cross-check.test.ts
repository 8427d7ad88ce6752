import { expect, test, vi } from 'vitest'
import { CrossCheck } from './cross-check.ts'

function checkOf(deviationBps: readonly number[] = []): {
  check: CrossCheck
  onUnchecked: ReturnType<typeof vi.fn>
} {
  const onUnchecked = vi.fn()
  const deviationBpsOf = (productId: number): number => deviationBps[productId] ?? 100
  return { check: new CrossCheck({ deviationBpsOf, onChange() {}, onUnchecked }), onUnchecked }
}

test('[M5] a quarantine begins with the second reading in a row that deviates, and ends with the third that does not', () => {
  const { check } = checkOf()
  const read = (second: bigint): unknown => {
    const judged = check.judge(1, 10_000n, 0)
    check.read(1, second)
    return judged
  }
  expect([9_000n, 10_050n, 9_000n, 9_001n].map(read)).toEqual(['taken', 'taken', 'taken', 'taken'])
  expect([10_000n, 10_001n, 9_002n, 10_000n, 10_001n, 10_002n].map(read)).toEqual([
    ...[9_001n, 10_000n, 10_001n, 9_002n, 10_000n, 10_001n],
  ])
  expect(read(10_000n)).toBe('taken')
})

test('[M5] a quarantine of the log goes on here until three readings agree, also after three that agreed before', () => {
  const { check } = checkOf()
  check.follow(1)
  check.resume(1, 9_000n)
  expect(check.judge(1, 10_000n, 90_000)).toBe(9_000n)
  for (const second of [10_000n, 10_001n]) {
    check.judge(1, 10_000n, 90_000)
    check.read(1, second)
    expect(check.judge(1, 10_000n, 90_000)).toBe(second)
  }
  check.read(1, 10_002n)
  expect(check.judge(1, 10_000n, 90_000)).toBe('taken')
  check.resume(1, 9_000n)
  // What was read last is told, not what the log had.
  expect(check.judge(1, 10_000n, 90_000)).toBe(10_002n)
  // Readings that agreed before the log was taken over do not count.
  const reads = (second: bigint): unknown => {
    check.judge(1, 10_000n, 90_000)
    check.read(1, second)
    return check.judge(1, 10_000n, 90_000)
  }
  expect([10_003n, 10_004n].map(reads)).toEqual([10_003n, 10_004n])
  check.resume(1, 9_000n)
  expect([10_005n, 10_006n, 10_007n].map(reads)).toEqual([10_005n, 10_006n, 'taken'])
})

test('[M5] after a start prices wait for a reading that agrees, 30 s from the first one at most', () => {
  const { check, onUnchecked } = checkOf()
  for (const productId of [1, 2, 3]) check.follow(productId)
  expect([1, 2, 3].map((id) => check.judge(id, 10_000n, 5_000))).toEqual(Array(3).fill('unchecked'))
  check.read(1, 10_100n)
  check.read(2, 10_102n)
  expect([1, 2, 3].map((id) => check.judge(id, 10_000n, 34_999))).toEqual(['taken', 'unchecked', 'unchecked'])
  check.read(2, 10_102n)
  expect([1, 2, 3].map((id) => check.judge(id, 10_000n, 35_000))).toEqual(['taken', 10_102n, 'taken'])
  expect(onUnchecked.mock.calls).toEqual([[3]])
  expect(check.judge(4, 10_000n, 0)).toBe('taken')
})

test('[M5] the share a source may lie apart is that of its product', () => {
  const { check } = checkOf([100, 50, 300])
  for (let reading = 0; reading < 2; reading += 1)
    for (const productId of [0, 1, 2]) {
      check.judge(productId, 10_000n, 0)
      check.read(productId, 10_080n)
    }
  expect([...check.quarantined()]).toEqual([1])
})
