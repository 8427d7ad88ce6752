import { expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { keepASecond } from './keep-a-second.ts'

test('[D15] ten who look within a second cost one reading for each key; after it there is another', async () => {
  const clock = await createFakeClock()
  const reads: string[] = []
  const read = keepASecond(clock, async (key: string) => `${key} ${reads.push(key)}`)
  const answers = await Promise.all(Array.from({ length: 10 }, () => read('real')))
  expect(new Set(answers)).toEqual(new Set(['real 1']))
  expect(await read('demo')).toBe('demo 2')
  await clock.advance(999)
  expect(await read('real')).toBe('real 1')
  await clock.advance(1)
  expect(await read('real')).toBe('real 3')
})

test('[D15] a second is one of real time, and what failed is asked again', async () => {
  const clock = await createFakeClock({ speed: 100 })
  let reads = 0
  const read = keepASecond(clock, async (_key: 'all') => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return reads
  })
  await expect(read('all')).rejects.toThrow('away')
  expect(await read('all')).toBe(2)
  await clock.advance(50_000)
  const half = await read('all')
  expect(half).toBe(2)
})
