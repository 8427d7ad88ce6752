import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { ethWallet } from './wallet-signers.ts'

let app: TestApp
afterEach(() => app.close())

async function send(client: TestClient, method: string, path: string, body?: object) {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const response = await client.raw(method, path, payload, headers)
  return { status: response.statusCode, answer: response.json() }
}

test('[E3] the calls of the specification for sign-in, user and site have its paths, payloads and answers', async () => {
  app = await createTestApp()
  const client = app.client()
  const [code] = await app.db.query<{ code: string }>('select code from invite_codes where user_id is null')
  const anna = { username: 'anna', password: TEST_PASSWORD }

  const registered = await send(client, 'POST', '/api/login/register', {
    ...anna,
    email: 'anna@example.com',
    inviteCode: code?.code,
  })
  expect(registered).toMatchObject({ status: 200, answer: { success: true } })

  const signedIn = await send(client, 'POST', '/api/login/login', anna)
  expect(signedIn.answer.data).toMatchObject({
    token: expect.any(String),
    user: { username: 'anna' },
    isNewUser: false,
  })
  client.token = signedIn.answer.data.token

  const info = await send(client, 'GET', '/api/layout/user-info')
  expect(info.answer).toMatchObject({
    success: true,
    data: { username: 'anna', avatar: null, balance: '0.00' },
  })

  const site = await send(app.client(), 'GET', '/api/admin/system/basic-info')
  expect(site.answer.data).toMatchObject({
    logo: null,
    siteName: 'CRYPTO TRADE',
    siteDescription: expect.any(String),
    emailLogin: false,
    walletLogin: true,
    customerService: { enabled: false, serviceLink: expect.any(String), hours: expect.any(String) },
  })

  // Offered once it works; until then it says so, as the site information does.
  expect(await send(client, 'POST', '/api/login/send-code', { email: 'anna@example.com' })).toMatchObject({
    status: 503,
    answer: { success: false, code: 'MAIL_NOT_CONFIGURED' },
  })

  const wallet = ethWallet()
  const account = { chain: 'eth', address: wallet.address }
  expect(await send(client, 'POST', '/api/login/wallet-login', account)).toMatchObject({
    status: 400,
    answer: {
      code: 'INVALID_PARAMETERS',
      details: { fields: [{ field: 'message' }, { field: 'signature' }] },
    },
  })
  const { message } = (await send(client, 'POST', '/api/login/wallet-message', account)).answer.data
  const signed = { ...account, message, signature: await wallet.sign(message), inviteCode: code?.code }
  expect((await send(client, 'POST', '/api/login/wallet-login', signed)).answer.data).toMatchObject({
    token: expect.any(String),
    user: { username: expect.stringMatching(/^wallet_eth_/) },
    isNewUser: true,
  })
})
