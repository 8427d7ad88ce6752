import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { type TestKey, testKey } from '@truestrike/core/proof/proof-fixture.ts'
import { endorsementMessage, publicKeyOf, type SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { expect, test } from 'vitest'
import { KeyRing } from './key-ring.ts'

const NOW = 1_800_000_000_000

/** A browser's storage, and a site whose keys file may change. */
function setting(...offered: SiteKey[]) {
  const site = { offered, asked: 0, reachable: true }
  const storage = { text: null as string | null }
  const clock = { nowMs: NOW }
  const disowned: unknown[] = []
  const open = () =>
    new KeyRing({
      read: () => storage.text,
      write: (text) => {
        storage.text = text
      },
      fetchKeys: async () => {
        site.asked += 1
        if (!site.reachable) throw new Error('offline')
        return { format: 'truestrike-keys/1', keys: site.offered }
      },
      disowned: (...found) => disowned.push(found),
      nowMs: () => clock.nowMs,
    })
  return { site, storage, clock, disowned, open }
}

const endorsed = (by: TestKey, seed: number, fromMs: number): TestKey => {
  const newer = testKey(seed, { fromMs })
  const endorsement = encodeBase64url(by.sign(endorsementMessage(publicKeyOf(newer.siteKey), fromMs)))
  return { ...newer, siteKey: { ...newer.siteKey, endorsedBy: by.siteKey.id, endorsement } }
}
const idsOf = (keys: readonly SiteKey[]) => keys.map(({ id }) => id)
const [first, stranger] = [testKey(1), testKey(9)]
const second = endorsed(first, 2, 1_000)

test('[T11] the keys seen first are pinned: on the next visit the site is not asked', async () => {
  const { site, open } = setting(first.siteKey)
  expect(idsOf(await open().trusted())).toEqual([first.siteKey.id])
  site.offered = [stranger.siteKey]
  expect(idsOf(await open().trusted([first.siteKey.id]))).toEqual([first.siteKey.id])
  expect(site.asked).toBe(1)
  expect(open().pinned()).toEqual([{ key: first.siteKey, sinceMs: NOW, verified: null }])
})

test('[T11] a later key counts when a pinned one vouches for it, and is pinned from then on', async () => {
  const { site, clock, open } = setting(first.siteKey)
  await open().trusted()
  site.offered = [first.siteKey, second.siteKey]
  clock.nowMs += 60_000
  expect(idsOf(await open().trusted([second.siteKey.id]))).toEqual([first.siteKey.id, second.siteKey.id])
  site.reachable = false
  expect(
    open()
      .pinned()
      .map(({ sinceMs }) => sinceMs),
  ).toEqual([NOW, NOW + 60_000])
  expect(idsOf(await open().trusted([second.siteKey.id]))).toHaveLength(2)
})

test('[T11] a key nobody vouches for is not trusted, and is not asked for over and over', async () => {
  const { site, clock, open } = setting(first.siteKey)
  const ring = open()
  await ring.trusted()
  site.offered = [stranger.siteKey]
  clock.nowMs += 60_000
  expect(idsOf(await ring.trusted([stranger.siteKey.id]))).toEqual([first.siteKey.id])
  expect(idsOf(await ring.trusted([stranger.siteKey.id]))).toEqual([first.siteKey.id])
  expect(site.asked).toBe(2)
  await ring.trusted([stranger.siteKey.id], true)
  expect(site.asked).toBe(3)
})

test('[T11] the user may vouch for a key himself; it stays', async () => {
  const { site, open } = setting(first.siteKey)
  await open().trusted()
  site.offered = [stranger.siteKey]
  const [offered] = await open().offered()
  if (offered === undefined) throw new Error('no key')
  open().trust(offered)
  expect(idsOf(await open().trusted([stranger.siteKey.id]))).toEqual([first.siteKey.id, stranger.siteKey.id])
})

test('[T11] what the site says of its keys later retires one; it never makes the browser forget those it has', async () => {
  const { site, open } = setting(first.siteKey, second.siteKey)
  await open().trusted()
  site.offered = [{ ...first.siteKey, toMs: 5_000 }, second.siteKey]
  await open().offered()
  expect(open().pinned()[0]?.key.toMs).toBe(5_000)
  const tricked = setting(first.siteKey, second.siteKey)
  await tricked.open().trusted()
  // Retired before it vouched for the other: keys that contradict themselves would not be read again.
  tricked.site.offered = [{ ...first.siteKey, toMs: 500 }]
  await tricked.open().offered()
  expect(
    idsOf(
      tricked
        .open()
        .pinned()
        .map(({ key }) => key),
    ),
  ).toEqual([first.siteKey.id, second.siteKey.id])
})

test('[P1] a key may end only after what was verified under it; a file that says otherwise is told of, and not taken', async () => {
  const { site, disowned, open } = setting(first.siteKey)
  await open().trusted()
  open().verified(first.siteKey.id, 5_000, 'the newest')
  open().verified(first.siteKey.id, 4_000, 'an older one')
  open().verified(second.siteKey.id, 6_000, 'of nobody')
  const ended = (toMs: number) => ({ ...first.siteKey, toMs })
  for (const told of [ended(5_000), { ...first.siteKey, fromMs: 5_001 }]) {
    site.offered = [told, endorsed(first, 2, 4_500).siteKey].slice(0, told.toMs === null ? 1 : 2)
    await open().offered()
    expect(disowned.pop()).toEqual([first.siteKey, told, 'the newest'])
    expect(open().pinned()).toMatchObject([{ key: first.siteKey }])
  }
  site.offered = [ended(5_001), second.siteKey]
  await open().offered()
  expect(disowned).toEqual([])
  expect(open().pinned()).toMatchObject([
    { key: ended(5_001), verified: { timeMs: 5_000, statement: 'the newest' } },
    { key: second.siteKey, verified: null },
  ])
})

test('[P1] a stolen key that had been followed by another vouches for nothing, however early it is dated', async () => {
  const { site, open } = setting({ ...first.siteKey, toMs: 5_000 }, second.siteKey)
  await open().trusted()
  const pinned = open().pinned()
  const backdated = endorsed(first, 8, 999).siteKey
  site.offered = [first.siteKey, backdated]
  await open().offered()
  site.offered = [first.siteKey, second.siteKey, backdated]
  await expect(open().offered()).rejects.toThrow('FALSE_ENDORSEMENT')
  expect(open().pinned()).toEqual(pinned)
})

test('[T11] without keys and without the site nothing can be verified; without a storage they hold for the page', async () => {
  const { site, storage, open } = setting(first.siteKey)
  site.reachable = false
  await expect(open().trusted()).rejects.toThrow('offline')
  site.reachable = true
  const ring = new KeyRing({
    read: () => null,
    write: () => undefined,
    fetchKeys: async () => ({ format: 'truestrike-keys/1', keys: [first.siteKey] }),
    disowned: () => undefined,
    nowMs: () => NOW,
  })
  await ring.trusted()
  expect(idsOf(await ring.trusted([first.siteKey.id]))).toEqual([first.siteKey.id])
  storage.text = 'no json'
  expect(open().pinned()).toEqual([])
})
