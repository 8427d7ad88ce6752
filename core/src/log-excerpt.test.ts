import { describe, expect, test } from 'vitest'
import { createLogExcerpt, findLogFault, firstProofPast, runStart } from './log-excerpt.ts'
import { logOf } from './log-fixture.ts'

describe('[P1] what is a log', () => {
  test('times may repeat, but never run back', () => {
    expect(
      findLogFault(
        logOf([
          { at: 5, price: 1 },
          { at: 5, price: 2 },
          { at: 6, mark: true },
        ]),
      ),
    ).toBeNull()
    expect(
      findLogFault(
        logOf([
          { at: 5, price: 1 },
          { at: 4, price: 2 },
        ]),
      ),
    ).toEqual({ fault: 'time', seq: 2 })
  })

  test('nothing after a watermark is at or before it, whatever lies between', () => {
    expect(
      findLogFault(
        logOf([
          { at: 5, mark: true },
          { at: 6, price: 2 },
        ]),
      ),
    ).toBeNull()
    expect(
      findLogFault(
        logOf([
          { at: 5, mark: true },
          { at: 5, price: 2 },
        ]),
      ),
    ).toEqual({ fault: 'time', seq: 2 })
  })

  test('numbers ascend; some may be left out', () => {
    const [first, second, third] = logOf([
      { at: 5, price: 1 },
      { at: 5, price: 2 },
      { at: 6, mark: true },
    ])
    const faultOf = (...entries: (typeof first)[]) =>
      findLogFault(entries.filter((entry) => entry !== undefined))
    expect(faultOf(first, third)).toBeNull()
    expect(faultOf(first, first)).toEqual({ fault: 'order', seq: 1 })
    expect(faultOf(third, second)).toEqual({ fault: 'order', seq: 2 })
    expect(faultOf(first && { ...first, seq: 1.5 })).toEqual({ fault: 'order', seq: 1.5 })
  })

  test('what is no log is not prepared', () => {
    expect(() =>
      createLogExcerpt(
        logOf([
          { at: 5, price: 1 },
          { at: 4, price: 2 },
        ]),
      ),
    ).toThrow('time at seq 2')
  })
})

describe('[T8] proof that the log is past a time', () => {
  const log = createLogExcerpt(
    logOf([
      { at: 5, price: 1 },
      { at: 7, price: 1 },
      { at: 7, mark: true },
      { at: 9, price: 1 },
    ]),
  )

  test('is the first entry later, or a watermark at that very time', () => {
    expect([4, 5, 6, 7, 8, 9].map((timeMs) => firstProofPast(log, timeMs))).toEqual([0, 1, 1, 2, 3, null])
  })

  test('an empty excerpt proves nothing', () => {
    expect(firstProofPast(createLogExcerpt([]), 0)).toBeNull()
  })

  test('the unbroken run behind an entry', () => {
    const entries = logOf(Array.from({ length: 9 }, (_, at) => ({ at, price: 1 })))
    const torn = createLogExcerpt(entries.filter((entry) => entry.seq !== 3 && entry.seq !== 6))
    expect([0, 1, 2, 3, 4, 5, 6].map((to) => runStart(torn, to))).toEqual([0, 0, 2, 2, 4, 4, 4])
  })
})
