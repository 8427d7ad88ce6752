import { expect, test } from 'vitest'
import { watchLoop } from '../../test/loop-stalls.ts'
import { createPasswordHasher } from './password-hasher.ts'

test('[A15] passwords are hashed with argon2id and verified', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'correct horse')).toBe(true)
  expect(await hasher.verify(stored, 'correct horse ')).toBe(false)
  expect(await hasher.verify(null, 'nobody has this password')).toBe(false)
})

test('[A15] an unknown account costs the time of a known one', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse')
  const unknown: number[] = []
  const known: number[] = []
  for (let i = 0; i < 12; i++) {
    for (const [times, hash] of [[unknown, null] as const, [known, stored] as const]) {
      const startMs = performance.now()
      await hasher.verify(hash, 'wrong password')
      times.push(performance.now() - startMs)
    }
  }
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('[A15 K2] a burst waits in line, and beyond the line is told when to come back', async () => {
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 }, concurrentMax: 1, waitingMax: 3 })
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('x')))
  expect(results.map((result) => result.status).slice(0, 4)).toEqual(Array(4).fill('fulfilled'))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(6)
  expect(refused[0]?.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 })
  expect(await hasher.hash('y')).toMatch(/^\$argon2id/)
})

test('[A15 K4] [S-1] two hundred passwords at once hold up nothing else, and whoever would wait too long is told so', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse')
  await hasher.verify(stored, 'correct horse')
  const watch = watchLoop()
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => hasher.verify(stored, 'wrong password')),
  )
  // Ten times as long as one hash takes: all the work is done on other threads.
  expect(watch.stop().longestMs).toBeLessThan(250)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(200 - 2 - 64)
})
