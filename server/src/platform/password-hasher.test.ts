import { expect, test } from 'vitest'
import { watchLoop } from '../../test/loop-stalls.ts'
import { createPasswordHasher } from './password-hasher.ts'

const IP = '198.51.100.1'
const CROWD = 200

test('[A15] passwords are hashed with argon2id and verified', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse', IP)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'correct horse', IP)).toBe(true)
  expect(await hasher.verify(stored, 'correct horse ', IP)).toBe(false)
  expect(await hasher.verify(null, 'nobody has this password', IP)).toBe(false)
})

test('[A15] an unknown account costs the time of a known one', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse', IP)
  const unknown: number[] = []
  const known: number[] = []
  for (let i = 0; i < 12; i++) {
    for (const [times, hash] of [[unknown, null] as const, [known, stored] as const]) {
      const startMs = performance.now()
      await hasher.verify(hash, 'wrong password', IP)
      times.push(performance.now() - startMs)
    }
  }
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('[A15 K2] a burst waits in line, and beyond the line is told when to come back', async () => {
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 }, concurrentMax: 1, waitingMax: 3 })
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('x', IP)))
  expect(results.map((result) => result.status).slice(0, 4)).toEqual(Array(4).fill('fulfilled'))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(6)
  expect(refused[0]?.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 })
  expect(await hasher.hash('y', IP)).toMatch(/^\$argon2id/)
})

test('[A15 K4] [S-1] two hundred passwords at once hold up nothing else, and whoever would wait too long is told so', async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash('correct horse', IP)
  await hasher.verify(stored, 'correct horse', IP)
  const watch = watchLoop()
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => hasher.verify(stored, 'wrong password', IP)),
  )
  // Ten times as long as one hash takes: all the work is done on other threads.
  expect(watch.stop().longestMs).toBeLessThan(250)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(200 - 2 - 64)
})

test('[A15] [S-2] an address that sends many passwords keeps no other one waiting, and no other one out', async () => {
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 }, waitingMax: 8 })
  const order: string[] = []
  const send = (ip: string): Promise<void> =>
    hasher.hash('x', ip).then(
      () => void order.push(ip),
      () => void order.push(`${ip} refused`),
    )
  const flood = Array.from({ length: 12 }, () => send(IP))
  const other = send('203.0.113.9')
  await other
  // Two that were under way, two that found no place and one that gave its own up.
  expect(order.filter((each) => each === IP).length).toBeLessThan(4)
  await Promise.all(flood)
  expect(order.filter((each) => each === `${IP} refused`)).toHaveLength(3)
  expect(order.filter((each) => each === IP)).toHaveLength(9)
})

test('[A15] [S-2] two hundred addresses that come again and again do not keep a new one out', async () => {
  const hasher = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 }, waitingMax: 8 })
  const served = new Set<string>()
  let tellAllServed = (): void => undefined
  const allServed = new Promise<void>((resolve) => {
    tellAllServed = resolve
  })
  let isOver = false
  const crowd = Array.from({ length: CROWD }, async (_, at) => {
    const ip = `198.51.100.${at}`
    while (!isOver) {
      await hasher.hash('x', ip).then(
        () => served.add(ip),
        () => undefined,
      )
      if (served.size === CROWD) tellAllServed()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  await allServed
  const outcomes: string[] = []
  for (let at = 0; at < 10; at += 1) {
    const [outcome] = await Promise.allSettled([hasher.hash('y', `203.0.113.${at}`)])
    outcomes.push(outcome.status)
  }
  isOver = true
  await Promise.all(crowd)
  expect(outcomes).toEqual(Array(10).fill('fulfilled'))
})
