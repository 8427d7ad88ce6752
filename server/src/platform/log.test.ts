import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(fields: object): { line: string; parsed: Record<string, unknown> } {
  let line = ''
  createLog('debug', (text) => {
    line = text
  }).info(fields, 'said')
  return { line, parsed: JSON.parse(line) as Record<string, unknown> }
}

test('[K5] no token, password, code, cookie or bank data reaches the log, however deep', () => {
  const secrets = {
    token: 'tok-1111',
    password: 'pw-2222',
    newPassword: 'pw-3333',
    headers: { authorization: 'Bearer tok-4444', cookie: 'ts_session=tok-5555', 'x-xsrf-token': 'tok-6666' },
    list: [{ code: '777777' }, { inviteCode: 'AB12CD34' }, { deep: { totpSecret: 'sec-8888' } }],
    body: { accountNumber: 'acc-9999', bankName: 'bank-aaaa', recoveryCodes: ['rec-bbbb'] },
    url: '/api/x?token=tok-cccc&code=123456',
    database: 'postgres://root:pw-dddd@db/x',
    err: Object.assign(new Error('login with password=pw-eeee failed'), {
      config: { headers: { Authorization: 'tok-ffff' } },
    }),
  }
  const { line } = written(secrets)
  for (const secret of ['tok-', 'pw-', 'sec-', 'acc-', 'bank-', 'rec-', '777777', 'AB12CD34', '123456']) {
    expect(line).not.toContain(secret)
  }
})

test('[K5] nobody’s mail address reaches the log, in a field or in a sentence; where a database is stays readable', () => {
  const { line } = written({
    email: 'anna@example.com',
    err: new Error('550 no mailbox <Ännä.Berg+x@mail.example.com>, ask postmaster@localhost'),
    database: 'postgres://root:pw@db.example.com:5432/x',
  })
  for (const address of ['anna', 'Berg', 'mail.example.com', 'postmaster'])
    expect(line).not.toContain(address)
  expect(line).toContain('550 no mailbox <[address]>')
  expect(line).toContain('@db.example.com:5432/x')
})

test('[K5] what helps to find a fault stays: error codes, ids, stack, causes', () => {
  const err = Object.assign(new Error('refused', { cause: new Error('deeper') }), { code: '23505' })
  const { parsed } = written({ err, code: 'INSUFFICIENT_BALANCE', userId: 12n, status: 409 })
  expect(parsed).toMatchObject({
    level: 'info',
    msg: 'said',
    code: 'INSUFFICIENT_BALANCE',
    userId: '12',
    status: 409,
    err: { message: 'refused', code: '23505', cause: { message: 'deeper' } },
  })
  expect(String((parsed.err as Record<string, unknown>).stack)).toContain('log.test.ts')
})

test('[K5] a field without an end does not make a line without an end', () => {
  const loop: Record<string, unknown> = { text: 'x'.repeat(100_000) }
  loop.self = loop
  expect(written({ loop, many: Array.from({ length: 10_000 }, (_, n) => n) }).line.length).toBeLessThan(
    40_000,
  )
})
