import { describe, expect, test } from 'vitest'
import { createMicroBatcher, type Outcome } from './micro-batcher.ts'

interface Input {
  user: string
  value: number
}

function createBatcher(waitingMax = 100) {
  const batches: Input[][] = []
  let release: () => void = () => {}
  let gate: Promise<void> | null = null
  const batcher = createMicroBatcher<Input, number>({
    batchMax: 3,
    waitingMax,
    keyOf: ({ user }) => user,
    run: async (inputs) => {
      batches.push(inputs)
      await gate
      return inputs.map(
        ({ value }): Outcome<number> =>
          value < 0 ? { ok: false, error: new Error('negative') } : { ok: true, value: value * 2 },
      )
    },
    refuse: () => new Error('full'),
  })
  return {
    batcher,
    batches,
    hold: () => {
      gate = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => {
      gate = null
      release()
    },
  }
}

describe('micro-batcher', () => {
  test('[T4] inputs of one turn share a batch, bounded, one of each key, and keep their order', async () => {
    const { batcher, batches } = createBatcher()
    const inputs = ['a', 'b', 'a', 'c', 'd', 'a'].map((user, value) => ({ user, value }))
    const answers = await Promise.all(inputs.map((input) => batcher.submit(input)))
    expect(answers).toEqual([0, 2, 4, 6, 8, 10])
    expect(batches.map((batch) => batch.map(({ value }) => value))).toEqual([[0, 1, 3], [2, 4], [5]])
  })

  test('[T4] what waits during a batch makes up the next; one refusal harms nobody else', async () => {
    const { batcher, batches, hold, release } = createBatcher()
    hold()
    const first = batcher.submit({ user: 'a', value: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    const later = [2, -1, 4].map((value) => batcher.submit({ user: `u${value}`, value }))
    release()
    expect(await first).toBe(2)
    const settled = await Promise.allSettled(later)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toHaveLength(2)
  })

  test('[K4] more than may wait are refused at once; draining answers what waits and takes nothing new', async () => {
    const { batcher, hold, release } = createBatcher(2)
    hold()
    const running = batcher.submit({ user: 'a', value: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    const waiting = [2, 3].map((value) => batcher.submit({ user: `u${value}`, value }))
    await expect(batcher.submit({ user: 'z', value: 4 })).rejects.toThrow('full')
    const drained = batcher.drain()
    await expect(batcher.submit({ user: 'y', value: 5 })).rejects.toThrow('full')
    release()
    expect(await Promise.all([running, ...waiting])).toEqual([2, 4, 6])
    await drained
    expect(batcher.waiting).toBe(0)
  })

  test('a batch that throws answers all of it with the error and goes on', async () => {
    let broken = true
    const batcher = createMicroBatcher<number, number>({
      batchMax: 10,
      waitingMax: 10,
      keyOf: String,
      run: async (inputs) => {
        if (broken) throw new Error('no database')
        return inputs.map((value) => ({ ok: true, value }))
      },
      refuse: () => new Error('full'),
    })
    await expect(batcher.submit(1)).rejects.toThrow('no database')
    broken = false
    expect(await batcher.submit(2)).toBe(2)
  })
})
