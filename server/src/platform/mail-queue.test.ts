import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDb, type TestDb } from '../../test/test-database.ts'
import { openMailbox, type TestMailbox } from '../../test/test-mailbox.ts'
import { createTestSecrets } from '../../test/test-secrets.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { createLog } from './log.ts'
import { createMailQueue, type MailQueue } from './mail-queue.ts'
import { createSmtpTransport } from './mail-transport.ts'
import { createMetrics, type Metrics } from './metrics.ts'

const HOUR_MS = 3_600_000
let opened: TestDb
let clock: FakeClock
let mailbox: TestMailbox
let lines: string[]
let metrics: Metrics
const secrets = createTestSecrets()
const queues: MailQueue[] = []

beforeEach(async () => {
  opened = await openTestDb()
  clock = await createFakeClock({ db: opened.db })
  mailbox = await openMailbox()
  lines = []
  metrics = createMetrics(false)
})
afterEach(async () => {
  mailbox.hold = null
  for (const queue of queues.splice(0)) await queue.stop()
  await mailbox.close()
  await opened.drop()
})

/** As a process of its own would have it. `looks`: by itself, every second. */
function openQueue({ started = true, looks = true } = {}): MailQueue {
  const log = createLog('debug', (line) => lines.push(line))
  const queue = createMailQueue({
    ...{ db: opened.db, log, metrics, secrets, domain: 'example.com' },
    clock: looks ? clock : { ...clock, every: () => () => {} },
  })
  queue.compose('unsent', async (letter) => {
    const words = JSON.stringify(letter)
    const content = { to: 'anna@example.com', subject: 'Note', text: words, html: words, locale: 'en-US' }
    return { ...content, forNobody: true }
  })
  queue.compose('note', async (letter) => {
    const { to, words } = letter as { to: string | null; words: string }
    return to === null ? null : { to, subject: 'Note', text: words, html: words, locale: 'en-US' }
  })
  queues.push(queue)
  const options = { url: new URL(mailbox.url), from: 'site@example.com', plaintext: true }
  if (started) queue.start(createSmtpTransport(options))
  return queue
}

const post = (queue: MailQueue, to: string | null, words = 'hello', keepMs = HOUR_MS) =>
  opened.db.tx((sql) => queue.post(sql, 'note', { to, words }, keepMs))
const waiting = () => opened.db.query<{ attempts: number }>('select attempts from mail_queue')

test('a mail goes out once its transaction is committed, and not at all when it is not', async () => {
  const queue = openQueue()
  const broken = opened.db.tx(async (sql) => {
    await queue.post(sql, 'note', { to: 'berta@example.com', words: 'never' }, HOUR_MS)
    throw new Error('broken off')
  })
  await expect(broken).rejects.toThrow('broken off')
  await post(queue, 'anna@example.com')
  expect(await queue.run()).toBe(1)
  expect(mailbox.mails.map(({ to }) => to)).toEqual([['anna@example.com']])
  expect(await waiting()).toEqual([])
  expect(await queue.run()).toBe(0)
})

test('[A2] a letter to nobody is taken out without a mail', async () => {
  const queue = openQueue()
  await post(queue, null)
  expect(await queue.run()).toBe(1)
  expect([mailbox.mails, await waiting()]).toEqual([[], []])
})

test('[A2] [A15] a mail for nobody is made as any other, and given to nobody', async () => {
  const queue = openQueue({ started: false })
  const options = { url: new URL(mailbox.url), from: 'site@example.com', plaintext: true }
  const through = createSmtpTransport(options)
  const made: string[] = []
  queue.start({
    ...through,
    async make(mail) {
      const bytes = await through.make(mail)
      made.push(Buffer.from(bytes).toString())
      return bytes
    },
  })
  await opened.db.tx((sql) => queue.post(sql, 'unsent', { words: 'hello' }, HOUR_MS))
  expect(await queue.run()).toBe(1)
  expect([mailbox.mails, await waiting()]).toEqual([[], []])
  expect(made).toEqual([
    expect.stringMatching(/\r\nFrom: site@example.com\r\nTo: anna@example.com\r\n[\s\S]*hello/),
  ])
})

test('[K5] the database holds neither address nor words in clear', async () => {
  await post(openQueue({ started: false }), 'anna@example.com', 'code 123456')
  const [row] = await opened.db.query<{ line: string }>('select q::text as line from mail_queue q')
  expect(row?.line).toContain('note')
  expect(row?.line).not.toMatch(/anna|123456|code/)
})

test('a server that refuses for now is tried again, ever later, until it takes the mail', async () => {
  const queue = openQueue({ looks: false })
  mailbox.refusal = { code: 451, text: 'later, anna@example.com' }
  await post(queue, 'anna@example.com')
  const triedAt: number[] = []
  for (let second = 0; second < 20; second++) {
    if ((await queue.run()) > 0) triedAt.push(second)
    await clock.advance(1_000)
  }
  expect(triedAt).toEqual([0, 2, 6, 14])
  mailbox.refusal = null
  await clock.advance(20_000)
  expect(await queue.run()).toBe(1)
  expect(mailbox.mails).toHaveLength(1)
  expect(await waiting()).toEqual([])
  expect(lines.join()).not.toContain('anna')
})

test('it looks by itself', async () => {
  await post(openQueue(), 'anna@example.com')
  await clock.advance(1_000)
  expect((await mailbox.delivered()).to).toEqual(['anna@example.com'])
})

test('[O3] mails are counted by what became of them, from zero on', async () => {
  const queue = openQueue({ looks: false })
  const counted = async () =>
    [...(await metrics.render()).text.matchAll(/^mails_total\{outcome="(\w+)"\} (\d+)$/gm)]
      .map(([, outcome, count]) => `${outcome} ${count}`)
      .join(', ')
  expect(await counted()).toBe('sent 0, failed 0, dropped 0')
  await post(queue, 'anna@example.com')
  await post(queue, null)
  await queue.run()
  expect(await counted()).toBe('sent 1, failed 0, dropped 0')
  mailbox.refusal = { code: 550, text: 'no such user' }
  await post(queue, 'anna@example.com')
  await queue.run()
  expect(await counted()).toBe('sent 1, failed 0, dropped 1')
  mailbox.refusal = { code: 451, text: 'later' }
  await post(queue, 'anna@example.com', 'hello', 5_000)
  await queue.run()
  expect(await counted()).toBe('sent 1, failed 1, dropped 1')
  await clock.advance(6_000)
  await queue.run()
  expect(await counted()).toBe('sent 1, failed 1, dropped 2')
})

test('a mail that is refused for good, or whose time is over, is given up and said so', async () => {
  const queue = openQueue({ looks: false })
  mailbox.refusal = { code: 550, text: 'no such user anna@example.com' }
  await post(queue, 'anna@example.com')
  await queue.run()
  expect(await waiting()).toEqual([])
  mailbox.refusal = { code: 451, text: 'later' }
  await post(queue, 'anna@example.com', 'hello', 5_000)
  await queue.run()
  mailbox.refusal = null
  await clock.advance(6_000)
  await queue.run()
  expect([mailbox.mails, await waiting()]).toEqual([[], []])
  expect(lines.join()).toContain('its time is over')
  expect(lines.join()).not.toContain('anna')
})

test('what a process that died had begun to send is sent by the next one, with the same id', async () => {
  const dying = openQueue({ looks: false })
  let release = () => {}
  mailbox.hold = new Promise((resolve) => {
    release = resolve
  })
  await post(dying, 'anna@example.com')
  dying.hurry()
  await expect.poll(() => mailbox.holding).toBe(1)
  mailbox.hold = null
  const next = openQueue({ looks: false })
  if (opened.db.kind === 'postgres') {
    // For the next one the mail is being sent until the claim is over.
    expect(await next.run()).toBe(0)
    await clock.advance(61_000)
  }
  expect(await next.run()).toBe(1)
  release()
  const [first, second] = [await mailbox.delivered(1), await mailbox.delivered(2)]
  expect(first.mail.messageId).toMatch(/^<\d+\.\d+@example\.com>$/)
  expect(second.mail.messageId).toBe(first.mail.messageId)
})

test('[A3] a server that hangs holds no call: posting goes on', async () => {
  const queue = openQueue()
  let release = () => {}
  mailbox.hold = new Promise((resolve) => {
    release = resolve
  })
  for (let n = 0; n < 20; n++) {
    await post(queue, `user${n}@example.com`)
    queue.hurry()
  }
  expect(mailbox.mails).toEqual([])
  release()
  mailbox.hold = null
  await expect
    .poll(async () => {
      await queue.run()
      return mailbox.mails.length
    })
    .toBe(20)
  expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(20)
})

test('two processes share the work, no mail goes twice', async () => {
  const [one, other] = [openQueue(), openQueue()]
  for (let n = 0; n < 12; n++) await post(one, `user${n}@example.com`)
  await Promise.all([one.run(), other.run()])
  await Promise.all([one.run(), other.run()])
  expect(mailbox.mails.map(({ to }) => to[0]).sort()).toHaveLength(12)
  expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(12)
})
