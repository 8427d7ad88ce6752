import { ensure } from '@truestrike/core/assert.ts'
import { expect, test } from 'vitest'
import type { SignedChain } from './history-alarm.ts'
import { bare, blocksOf, chainOf, DAY_MS, honest, other, setting, signed, symbol } from './keeper-fixture.ts'

test('[P1] what the site answers for the header kept last is held against it', async () => {
  const { see, site, keeper, alarms, numbers } = setting()
  await keeper.askAgain(symbol)
  await see(...honest.slice(0, 4))
  site.blocks = honest.slice(3, 4)
  await keeper.askAgain(symbol)
  expect(site.asked).toEqual([[4, 1]])
  expect(await numbers()).toEqual([1, 2, 3, 4])
  expect(alarms).toEqual([])
})

test('[P1] a fork that leaves out what was kept is a denial, whatever comes after', async () => {
  for (const skip of [1, 2, 3]) {
    const { see, site, keeper, alarms, numbers } = setting()
    await see(...honest.slice(0, 4))
    site.answer = (from, limit) => other.filter(({ number }) => number >= from + skip).slice(0, limit)
    await keeper.askAgain(symbol)
    expect(alarms).toMatchObject([{ kind: 'denied', number: 4, kept: chainOf(honest[3]), told: null }])
    expect(await numbers()).toEqual([1, 2, 3, 4])
  }
})

test('[P1] a header in an archive is not compared, and that is kept in mind; one of today is in none', async () => {
  const archived = setting()
  await archived.see(...honest.slice(0, 3))
  archived.site.blocks = honest.slice(5)
  archived.site.archive = { firstNumber: 1, lastNumber: 5 }
  await archived.keeper.askAgain(symbol)
  expect(archived.alarms).toEqual([])
  expect(archived.links.get(symbol)).toEqual({ linked: 6, holes: [{ fromNumber: 4, toNumber: 5 }] })
  await archived.see(honest[7])
  expect(await archived.numbers()).toEqual([1, 2, 3, 6, 7, 8])
  expect(archived.links.get(symbol)?.linked).toBe(8)
  const elsewhere = { firstNumber: 4, lastNumber: 5 }
  const today = signed({ ...bare(ensure(honest[2])), timeMs: DAY_MS })
  for (const [last, archive] of [
    [honest[2], elsewhere],
    [today, archived.site.archive],
  ] as const) {
    const { see, site, keeper, alarms } = setting()
    await see(honest[0], honest[1], last)
    site.blocks = honest.slice(5)
    site.archive = archive
    await keeper.askAgain(symbol)
    expect(alarms).toMatchObject([{ kind: 'denied', number: 3 }])
  }
})

const long = blocksOf(1_000)
const longFork = blocksOf(1_000, (seq) => (seq < 7 ? 50_000 : 51_000))
const showing = (blocks: typeof long) => (from: number, limit: number) =>
  blocks.filter(({ number }) => number >= from).slice(0, limit)

test('[P1] headers missed in between are asked for page by page, however many, so that the chain has no hole', async () => {
  const { see, site, alarms, links, numbers, keeper } = setting()
  await see(...long.slice(0, 10))
  site.blocks = long
  await see(long[949])
  expect(site.asked).toEqual([
    [10, 400],
    [409, 400],
    [808, 400],
  ])
  expect(links.get(symbol)).toEqual({ linked: 1_000, holes: [] })
  expect(await numbers()).toHaveLength(1_000)
  expect(await keeper.unlinked(symbol)).toBe(0)
  expect(alarms).toEqual([])
})

test('[P1] away for a hundred blocks or nine hundred: a fork behind the kept header is found, with both statements', async () => {
  for (const at of [59, 130, 900]) {
    const { see, site, alarms, keeper, links } = setting()
    await see(...long.slice(0, 10))
    // It shows what was kept, and another history after it.
    site.answer = (from, limit) =>
      [...long.slice(0, 10), ...longFork.slice(10)].slice(from - 1, from - 1 + limit)
    await keeper.askAgain(symbol)
    await see(...longFork.slice(at, at + 20))
    expect(alarms).toMatchObject([{ kind: 'unchained', number: 10, kept: chainOf(long[9]) }])
    expect((ensure(alarms[0]).told as SignedChain).blocks[0]?.number).toBe(11)
    expect(links.get(symbol)?.linked).toBe(10)
  }
})

test('[P1] headers wait to be linked while the call fails, over visits; then the fork is found all the same', async () => {
  const first = setting()
  await first.see(...long.slice(0, 10))
  first.site.answer = () => {
    throw new Error('503')
  }
  await first.see(...longFork.slice(59, 70))
  await first.see(longFork[70])
  expect(first.alarms).toEqual([])
  expect(await first.keeper.unlinked(symbol)).toBe(12)
  expect(first.site.asked).toHaveLength(1)
  // A minute later it is asked again, and shows the history it told first.
  first.clock.nowMs += 60_000
  first.site.answer = showing(long)
  await first.see(longFork[71])
  expect(first.alarms).toMatchObject([{ kind: 'rewritten', number: 60, kept: chainOf(longFork[59]) }])
})

test('[P1] a site that shows the kept header and nothing of what follows withholds it', async () => {
  const { see, site, alarms } = setting()
  await see(...long.slice(0, 10))
  site.answer = (from) => [...long.slice(from - 1, 10), ...longFork.slice(20, 40)]
  await see(longFork[30])
  expect(alarms).toMatchObject([
    { kind: 'withheld', number: 10, kept: chainOf(long[9]), told: chainOf(longFork[20]) },
  ])
})

test('[P1] no more than 500 headers wait, and the chain’s end is never dropped', async () => {
  const { see, site, links, alarms, numbers } = setting()
  await see(...long.slice(0, 10))
  site.answer = () => {
    throw new Error('503')
  }
  for (const at of [100, 300, 500, 700]) await see(...long.slice(at, at + 200))
  expect((await numbers()).length).toBe(410)
  expect(links.get(symbol)?.linked).toBe(10)
  expect(alarms).toEqual([])
})

test('[P1] 25 pages are asked for in a visit, no more', async () => {
  const slow = setting()
  await slow.see(...long.slice(0, 10))
  slow.site.answer = (from) => long.slice(from - 1, from + 1)
  await slow.see(long[500])
  expect(slow.site.asked).toHaveLength(25)
  expect(slow.links.get(symbol)?.linked).toBe(35)
  expect(slow.alarms).toEqual([])
})

test('[P1] of more than 100 000 missing the kept one has to be shown; the hole is kept in mind', async () => {
  const far = { number: 100_020, firstSeq: 200_039, lastSeq: 200_040, timeMs: DAY_MS }
  const later = signed({ ...bare(ensure(long[19])), ...far })
  const { see, site, links, alarms } = setting()
  await see(...long.slice(0, 10))
  site.answer = (from, limit) => [...long.slice(0, 10), later].slice(from - 1, from - 1 + limit)
  await see(later)
  expect(site.asked).toEqual([[10, 1]])
  expect(links.get(symbol)).toEqual({ linked: 100_020, holes: [{ fromNumber: 11, toNumber: 100_019 }] })
  expect(alarms).toEqual([])
  const forked = setting()
  await forked.see(...long.slice(0, 30))
  forked.site.answer = showing(longFork)
  await forked.see(later)
  expect(forked.alarms).toMatchObject([{ kind: 'rewritten', number: 30 }])
})
