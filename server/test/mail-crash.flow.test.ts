import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleServer, type ServerBundle } from './server-process.ts'
import { mailEnvironment, openMailbox } from './test-mailbox.ts'

let bundle: ServerBundle
let dataDir: string
beforeAll(async () => {
  bundle = await bundleServer()
  dataDir = await mkdtemp(join(tmpdir(), 'truestrike-mail-'))
}, 60_000)
afterAll(async () => {
  await bundle.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function post(address: string, path: string, body: object): Promise<Response> {
  const first = await fetch(`${address}/api/admin/system/basic-info`)
  const token = /XSRF-TOKEN=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
    body: JSON.stringify(body),
  })
}

test('[A3] a mail that was answered for is sent after a kill -9, once there is a server to take it', async () => {
  const gone = await openMailbox()
  await gone.close()
  const env = {
    DATA_DIR: dataDir,
    FEED_SEED: '6ce35015bf56740c0fd5f732c7cb6950',
    LOG_LEVEL: 'error',
    ...mailEnvironment(gone),
  }
  const first = await bundle.start(env)
  const { inviteCode } = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'))
  const email = 'anna@example.com'
  const form = { username: 'Anna', email, password: 'correct horse', inviteCode }
  expect((await post(first.address, '/api/login/register', form)).status).toBe(200)
  expect((await post(first.address, '/api/login/send-code', { email })).status).toBe(200)
  await first.end('SIGKILL')
  expect(first.output()).not.toContain(email)

  const mailbox = await openMailbox({}, Number(new URL(gone.url).port))
  const second = await bundle.start(env)
  expect(await mailbox.code()).toMatch(/^\d{6}$/)
  expect(await second.end('SIGTERM')).toBe(0)
  await mailbox.close()
}, 120_000)

test('[A3] [O2] the development inbox is refused by name where it must not be', async () => {
  const places: Record<string, string>[] = [
    { NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: 'true' },
    { HOST: '0.0.0.0' },
  ]
  for (const env of places) {
    const { code, output } = await bundle.refuse({ DATA_DIR: dataDir, DEV_INBOX: 'true', ...env })
    expect(code).toBe(1)
    expect(output).toContain('DEV_INBOX: expected false')
  }
}, 60_000)
