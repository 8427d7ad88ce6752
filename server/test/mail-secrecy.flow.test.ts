import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Sql } from '../src/platform/db.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import type { Answer } from './test-browser.ts'

let site: MailApp
let asked: string[] = []

beforeAll(async () => {
  site = await openMailApp()
  await site.register('Anna')
  watch(site.app.db)
})
afterAll(() => site.close())

/** Notes the text of every statement, and how many rows it gave. */
function watch(db: Db): void {
  const query = db.query.bind(db)
  const tx = db.tx.bind(db)
  const noting =
    (run: Sql['query']): Sql['query'] =>
    async (text, params) => {
      const list = asked
      const at = list.push(text) - 1
      const rows = await run(text, params)
      list[at] = `${text} → ${rows.length}`
      return rows as never
    }
  db.query = noting(query)
  db.tx = (work) =>
    tx((sql) => work({ ...sql, query: noting(sql.query.bind(sql)), exec: sql.exec.bind(sql) }))
}

/** What a call has the database do until it is answered. */
async function worked(call: () => Promise<Answer>): Promise<{ answer: Answer; statements: string[] }> {
  await site.app.clock.advance(3_600_000)
  asked = []
  const answer = await call()
  return { answer, statements: [...asked] }
}

function comparable({ status, body, headers, setCookies }: Answer) {
  const cookies = setCookies.map((cookie) => cookie.replace(/=[^;]*/, '='))
  return { status, body: { ...body, requestId: '' }, retry: headers['retry-after'], cookies }
}

/** Read once a second at most, for whoever comes first. */
const isCached = (statement: string): boolean => /from settings/.test(statement)

/** Statements of the sender of mails, which works beside the call, after it. */
const isSenders = (statement: string): boolean =>
  /mail_queue set|from mail_queue|username, email, locale, .* from users|from settings/.test(statement)

test('[A2] [A15] asking for a code: same answer, same statements with the same rows, for an address with and without account', async () => {
  const paths = ['/api/login/send-code', '/api/login/forgot/send-code']
  for (const path of paths) {
    const of = (email: string) => worked(() => site.browser().post(path, { email }))
    const [known, unknown] = [await of('anna@example.com'), await of('nobody@example.com')]
    expect(comparable(unknown.answer)).toEqual(comparable(known.answer))
    expect(unknown.answer.status).toBe(200)
    const call = ({ statements }: typeof known) => statements.filter((each) => !isSenders(each))
    expect(call(unknown)).toEqual(call(known))
    expect(call(known).join()).not.toMatch(/\busers\b/)
  }
})

test('[A2] [A15] the second code too soon is refused alike', async () => {
  const refusals = []
  for (const email of ['anna@example.com', 'nobody@example.com']) {
    const { answer } = await worked(async () => {
      await site.sendCode(site.browser(), email)
      return await site.sendCode(site.browser(), email)
    })
    refusals.push(comparable(answer))
  }
  expect(refusals[0]).toEqual(refusals[1])
  expect(refusals[0]).toMatchObject({ status: 429, retry: '60' })
})

test('[A2] [A15] a wrong code: same answer, same statements, whether or not somebody has the address or asked', async () => {
  const attempts = []
  for (const email of ['anna@example.com', 'nobody@example.com']) {
    for (const asks of [true, false]) {
      const browser = site.browser()
      await site.app.clock.advance(3_600_000)
      if (asks) await site.sendCode(browser, email)
      await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
      asked = []
      // The one wrong code in a million that is right would be seen by its status.
      const answer = await browser.post('/api/login/login', { email, code: '000000' })
      attempts.push({
        answer: comparable(answer),
        statements: asked.filter((each) => !isCached(each)).map((each) => each.replace(/ → \d+$/, '')),
      })
    }
  }
  for (const attempt of attempts) expect(attempt).toEqual(attempts[0])
  expect(attempts[0]?.answer).toMatchObject({ status: 400, body: { code: 'CODE_INVALID' } })
})

test('[A2] [A15] what the sender of mails leaves in the caches is the same, too', async () => {
  const read = []
  for (const email of ['anna@example.com', 'nobody@example.com']) {
    const browser = site.browser()
    // Before the hour that makes the caches old: a first post would fetch the site information itself.
    await browser.get('/api/admin/system/basic-info')
    await worked(() => browser.post('/api/login/forgot/send-code', { email }))
    await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
    asked = []
    await browser.get('/api/admin/system/basic-info')
    read.push(asked.filter((statement) => !statement.includes('service_clock')))
  }
  expect(read[0]).toEqual(read[1])
})

test('[A2] nobody gets a mail, and no account is made, for an address without one', async () => {
  const before = site.mailbox.mails.length
  for (const path of ['send-code', 'forgot/send-code']) {
    await site.app.clock.advance(60_000)
    await site.browser().post(`/api/login/${path}`, { email: 'nobody@example.com' })
  }
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
  expect(site.mailbox.mails.length).toBe(before)
  expect(await site.app.db.query("select 1 from users where email_key like 'nobody%'")).toEqual([])
})

test('[A3] [K5] the database holds no code that can be read or found by trying', async () => {
  await site.app.clock.advance(3_600_000)
  const before = site.mailbox.mails.length
  await site.sendCode(site.browser(), 'anna@example.com')
  const code = await site.mailbox.code(before + 1)
  const rows = await site.app.db.query<{ line: string; hash: Uint8Array }>(
    'select c::text as line, code_sha256 as hash from mail_codes c order by id desc limit 1',
  )
  expect(rows[0]?.line).not.toContain(code)
  expect(rows[0]?.line).not.toMatch(/anna/i)
  const { createHash } = await import('node:crypto')
  const plain = [
    code,
    `${code}anna@example.com`,
    `anna@example.com${code}`,
    `mail code  anna@example.com ${code}`,
  ]
  for (const text of plain) {
    expect(Buffer.from(rows[0]?.hash ?? []).equals(createHash('sha256').update(text).digest())).toBe(false)
  }
})

test('[K5] the log holds no code, address, cookie or password, also when mails fail', async () => {
  await site.app.clock.advance(3_600_000)
  const browser = site.browser()
  site.mailbox.refusal = { code: 550, text: 'no mailbox anna@example.com' }
  await site.sendCode(browser, 'anna@example.com')
  await expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])
  site.mailbox.refusal = null
  await site.app.clock.advance(60_000)
  const before = site.mailbox.mails.length
  await browser.post('/api/login/forgot/send-code', { email: 'anna@example.com' })
  const code = await site.mailbox.code(before + 1)
  await browser.post('/api/login/forgot/verify', { email: 'anna@example.com', code })
  await browser.post('/api/login/forgot/reset', { password: `${PASSWORD} 7` })
  const logged = site.app.logged()
  expect(logged).toContain('a mail was given up')
  for (const secret of [code, 'anna@', PASSWORD, browser.jar.get('ts_login_code')]) {
    expect(secret).toBeDefined()
    expect(logged.toLowerCase()).not.toContain(secret)
  }
})
