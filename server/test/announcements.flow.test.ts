import { ensure } from '@truestrike/core/assert.ts'
import {
  type Announcement,
  createAnnouncement,
  editAnnouncement,
  getAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  withdrawAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import {
  deleteNotice,
  listNotices,
  type Notice,
  setNotificationSettings,
} from '@truestrike/protocol/notice-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClients } from './admin-clients.ts'
import type { TestClient } from './test-client.ts'
import { createTradingApp, type Trader, type TradingApp } from './trading-app.ts'

const HOUR = 3_600_000

let app: TradingApp
let administrator: ReturnType<typeof createAdminClients>
let admin: TestClient
let anna: Trader
beforeAll(async () => {
  app = await createTradingApp({ listen: true })
  administrator = createAdminClients(app)
  admin = await administrator()
  anna = await app.trader('anna')
})
afterAll(() => app.close())

let requests = 0
const content = (more: object = {}) => ({
  texts: {
    'en-US': {
      title: 'Maintenance on Sunday',
      text: 'From 02:00 to 03:00 UTC.\n\nOpen contracts are settled as always.',
    },
    'de-DE': { title: 'Wartung am Sonntag', text: 'Von 02:00 bis 03:00 UTC.' },
  },
  ...{ fallback: 'en-US', fromMs: app.clock.nowMs(), toMs: app.clock.nowMs() + 24 * HOUR, mail: null },
  ...more,
})
async function draft(more: object = {}): Promise<Announcement> {
  requests += 1
  const body = { requestId: `request-${requests}`, ...content(more) } as never
  return (await admin.ok(createAnnouncement, { body })).announcement
}
const stepOf = ({ id, version }: Announcement) => ({ params: { id }, body: { version } })
const publish = async (made: Announcement) => (await admin.ok(publishAnnouncement, stepOf(made))).announcement
/** What a user is told of one announcement. */
async function toldOf({ client }: Trader, { id }: Announcement, locale = 'en-US'): Promise<Notice[]> {
  const answer = await client.raw('GET', '/api/account/notices', undefined, { 'accept-language': locale })
  return (answer.json().data.notices as Notice[]).filter(({ data }) => data.announcement === id)
}

test('[N7] a draft tells nobody; published it is told once in the language of its reader, and kept under System', async () => {
  const made = await draft()
  expect(made).toMatchObject({
    state: 'draft',
    version: 1,
    author: app.firstRun.adminUsername,
    publishedMs: null,
  })
  expect(await toldOf(anna, made)).toEqual([])
  const published = await publish(made)
  expect(published).toMatchObject({ state: 'published', version: 2, publishedMs: app.clock.nowMs() })
  await app.clock.advance(1_500)
  const [notice, ...others] = await toldOf(anna, made)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ type: 'system', priority: 'low', read: false })
  expect(notice?.data).toEqual({ announcement: made.id, ...content().texts['en-US'] })
  expect((await toldOf(anna, made, 'de-DE'))[0]?.data).toMatchObject(content().texts['de-DE'])
  expect((await toldOf(anna, made, 'fr-FR'))[0]?.data).toMatchObject(content().texts['en-US'])
  await anna.client.ok(deleteNotice, { params: { id: ensure(notice).id } })
  await app.clock.advance(10_000)
  expect(await toldOf(anna, made)).toEqual([])
  expect((await admin.ok(getAnnouncement, { params: { id: made.id } })).told).toBe(1)
})

test('[N7] who is there hears of it by his socket, who was away when he is back, who comes later too, while it lasts', async () => {
  const [berta, carla] = [await app.trader('berta'), await app.trader('carla')]
  await app.db.query(`update users set locale = 'de-DE' where username = 'berta'`)
  const socket = await app.socket('/ws', { client: berta.client })
  socket.send({ op: 'subscribe', channel: 'user' })
  await socket.next('balances')
  const fromMs = app.clock.nowMs() + 20_000
  const made = await publish(await draft({ fromMs, toMs: fromMs + 40_000 }))
  await app.clock.advance(10_000)
  expect(await toldOf(carla, made)).toEqual([])
  await app.db.query('update user_sessions set last_seen_at_ms = 0 where user_id = $1', [carla.userId])
  await app.clock.advance(15_000)
  const heard: Notice[] = []
  while (!heard.some(({ data }) => data.announcement === made.id))
    heard.push(...(await socket.next('notices')).items)
  expect(heard.at(-1)?.data.title).toBe('Wartung am Sonntag')
  expect(await toldOf(berta, made)).toHaveLength(1)
  const awayTill = await app.db.query(
    'select 1 from announcements_told where user_id = $1 and announcement_id = $2',
    [carla.userId, BigInt(made.id)],
  )
  expect(awayTill).toEqual([])
  expect(await toldOf(carla, made)).toHaveLength(1)
  expect(await toldOf(await app.trader('late'), made)).toHaveLength(1)
  await app.clock.advance(40_000)
  expect(await toldOf(await app.trader('toolate'), made)).toEqual([])
  expect(await toldOf(berta, made)).toHaveLength(1)
})

test('[N7] [N6] taken back, nobody is shown it any more; who wants no system notices gets none', async () => {
  const quiet = await app.trader('quiet')
  await quiet.client.ok(setNotificationSettings, { body: { system: false } })
  const published = await publish(await draft())
  await app.clock.advance(1_500)
  expect(await toldOf(quiet, published)).toEqual([])
  expect(await toldOf(anna, published)).toHaveLength(1)
  const { announcement } = await admin.ok(withdrawAnnouncement, stepOf(published))
  expect(announcement).toMatchObject({ state: 'withdrawn', withdrawnMs: app.clock.nowMs() })
  await app.clock.advance(1_500)
  expect(await toldOf(anna, published)).toEqual([])
  expect(await toldOf(await app.trader('fresh'), published)).toEqual([])
})

test('[N7] [D14] a draft is edited, a published one stays as it is; each step is logged with what was before', async () => {
  const made = await draft()
  const texts = { 'ar-AR': { title: 'صيانة', text: 'يوم الأحد' } }
  const edit = {
    params: { id: made.id },
    body: { version: 1, ...content({ texts, fallback: 'ar-AR' }) } as never,
  }
  const { announcement: edited } = await admin.ok(editAnnouncement, edit)
  expect(edited).toMatchObject({ version: 2, fallback: 'ar-AR', texts })
  expect(await admin.refused(editAnnouncement, edit)).toBe('REVIEW_CONFLICT')
  const published = await publish(edited)
  const again = { ...edit, body: { version: 3, ...content() } as never }
  expect(await admin.refused(editAnnouncement, again)).toBe('REVIEW_CONFLICT')
  await expect(
    app.db.query(`update announcements set texts = '{"ar-AR": {}}' where id = $1`, [BigInt(made.id)]),
  ).rejects.toThrow('stays as it is')
  await admin.ok(withdrawAnnouncement, stepOf(published))
  const entries = await app.db.query<{ action: string; before: object; after: object }>(
    'select action, before, after from audit_log where subject = $1 order by id',
    [`announcement:${made.id}`],
  )
  expect(entries.map(({ action }) => action)).toEqual(
    ['create', 'edit', 'publish', 'withdraw'].map((step) => `announcement.${step}`),
  )
  expect(entries[1]).toMatchObject({ before: { fallback: 'en-US' }, after: { fallback: 'ar-AR', texts } })
  expect(entries[3]).toMatchObject({ before: { state: 'published' }, after: { state: 'withdrawn' } })
})

test('[N7] [K4] what does not go is refused: without its fallback, over, with mails where none are sent, twice, without permission', async () => {
  const refusedAs = async (more: object) =>
    await admin.refused(createAnnouncement, { body: { requestId: 'refused-1', ...content(more) } as never })
  expect(await refusedAs({ fallback: 'ru-RU' })).toBe('ANNOUNCEMENT_INCOMPLETE')
  expect(await refusedAs({ toMs: app.clock.nowMs() - 1 })).toBe('ANNOUNCEMENT_PERIOD_INVALID')
  expect(await refusedAs({ mail: 'newsletter' })).toBe('MAIL_NOT_CONFIGURED')
  for (const texts of [
    { 'xx-XX': {} },
    { 'en-US': { title: ' ', text: 'x' } },
    { 'en-US': { title: 'x'.repeat(121), text: 'x' } },
  ])
    expect(await refusedAs({ texts })).toBe('INVALID_PARAMETERS')
  expect(await admin.refused(publishAnnouncement, { params: { id: '999999' }, body: { version: 1 } })).toBe(
    'REVIEW_NOT_FOUND',
  )
  expect(await refusedAs({ fromMs: 1, toMs: 2 })).toBe('ANNOUNCEMENT_PERIOD_INVALID')
  const over = await draft({ toMs: app.clock.nowMs() + 1_000 })
  await app.clock.advance(1_000)
  expect(await admin.refused(publishAnnouncement, stepOf(over))).toBe('ANNOUNCEMENT_PERIOD_INVALID')
  const body = { requestId: 'same-request', ...content() } as never
  const both = await Promise.all([
    admin.ok(createAnnouncement, { body }),
    admin.ok(createAnnouncement, { body }),
  ])
  expect(new Set(both.map(({ announcement }) => announcement.id)).size).toBe(1)
  for (const more of [
    { texts: over.texts, fallback: 'de-DE' },
    { texts: { 'en-US': over.texts['de-DE'] } },
  ]) {
    const other = { requestId: 'same-request', ...content(more) } as never
    expect(await admin.refused(createAnnouncement, { body: other })).toBe('IDEMPOTENCY_MISMATCH')
  }
  const page = await admin.ok(listAnnouncements, { query: { state: 'draft', limit: 1 } })
  expect(page.announcements.map(({ id }) => id)).toEqual([both[0].announcement.id])
  const next = await admin.ok(listAnnouncements, {
    query: { state: 'draft', limit: 1, cursor: page.nextCursor ?? '' },
  })
  expect(next.announcements.map(({ id }) => id)).toEqual([over.id])
  const other = await administrator('helper')
  await app.db.query(`update administrators set permissions = '{dashboard}' where username = 'helper'`)
  expect(await other.refused(listAnnouncements, { query: {} })).toBe('PERMISSION_DENIED')
  expect(await other.refused(publishAnnouncement, stepOf(over))).toBe('PERMISSION_DENIED')
})

test('[K3] announcements are the operator’s: a user’s call reads his own notices and nothing else', async () => {
  const { status } = await anna.client.call(listAnnouncements, { query: {} })
  expect(status).toBe(403)
  expect((await anna.client.ok(listNotices, { query: {} })).notices.every(({ id }) => id !== '')).toBe(true)
})
