import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

function faultsOf(env: Record<string, string>): Record<string, string> {
  try {
    readConfig(env)
  } catch (error) {
    return Object.fromEntries((error as ConfigError).faults.map(({ name, expected }) => [name, expected]))
  }
  return {}
}
const SMTP = { SMTP_URL: 'smtps://user:hunter2@mail.example.com', MAIL_FROM: 'Site <a@example.com>' }

test('[A3] a plain start on loopback has the development inbox', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(readConfig({ HOST }).mail.kind).toBe('inbox')
  expect(readConfig({ DEV_INBOX: 'false' }).mail.kind).toBe('none')
})

test('[A3] [O2] the inbox is refused wherever somebody else might open it, with the reason', () => {
  const embedded = { NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: 'true' }
  const nats = { DATABASE_URL: 'postgres://db/x', NATS_URL: 'nats://bus' }
  const elsewhere: [Record<string, string>, string][] = [
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '192.168.1.10' }, 'HOST'],
    [embedded, 'NODE_ENV'],
    [{ PUBLIC_URL: 'https://trade.example.com' }, 'PUBLIC_URL'],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES'],
    [{ ROLE: 'edge', ...nats }, 'ROLE'],
  ]
  for (const [env, why] of elsewhere) {
    expect(readConfig(env).mail).toEqual({ kind: 'none' })
    expect(faultsOf({ ...env, DEV_INBOX: 'true' }).DEV_INBOX).toContain(why)
  }
  expect(faultsOf({ ...SMTP, DEV_INBOX: 'true' }).DEV_INBOX).toContain('SMTP_URL')
})

test('[O2] an SMTP server needs a sender, and no fault repeats its password', () => {
  expect(readConfig(SMTP).mail).toMatchObject({ kind: 'smtp', from: SMTP.MAIL_FROM, plaintext: false })
  expect(faultsOf({ SMTP_URL: SMTP.SMTP_URL })).toEqual({ MAIL_FROM: expect.stringContaining('SMTP_URL') })
  const wrong = faultsOf({ ...SMTP, SMTP_URL: 'http://user:hunter2@mail.example.com' })
  expect(Object.keys(wrong)).toEqual(['SMTP_URL'])
  expect(JSON.stringify(wrong)).not.toContain('hunter2')
})

test('[O2] a sender that could begin another header is none', () => {
  for (const MAIL_FROM of ['Site', 'Site <a@example.com>\r\nBcc: b@example.com', 'a b@example.com']) {
    expect(Object.keys(faultsOf({ ...SMTP, MAIL_FROM }))).toEqual(['MAIL_FROM'])
  }
  expect(faultsOf({ SMTP_PLAINTEXT: 'true' }).SMTP_PLAINTEXT).toContain('SMTP_URL')
})

test('[O2] what was read is handed to the engine’s thread whole', () => {
  const config = readConfig({ ...SMTP, PUBLIC_URL: 'https://trade.example.com', MARKET_FEED: 'exchange' })
  expect(isDeepStrictEqual(structuredClone(config), config)).toBe(true)
})
