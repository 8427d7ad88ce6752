import { expect, test } from 'vitest'
import { openAccountsApp } from './accounts-app.ts'
import { createTestApp } from './test-app.ts'
import { type Answer, createTestBrowser } from './test-browser.ts'
import { PASSWORD, protectedUser, secondStep } from './two-factor-app.ts'
import { ethWallet, tronWallet } from './wallet-signers.ts'

const MINUTE = 60_000

const codeOf = (answer: Answer): string => answer.body.code ?? 'OK'

test('[A4 A13] a signature is the first step only: two-factor sign-in asks for the second', async () => {
  const own = await openAccountsApp({ jobs: false })
  try {
    const { browser: ada, code } = await protectedUser(own, 'Ada')
    const wallet = ethWallet()
    const account = { chain: wallet.chain, address: wallet.address }
    await own.clock.advance(30_000)
    expect((await ada.post('/api/account/proof', { password: PASSWORD, code: code() })).status).toBe(200)
    const { message } = (await ada.post('/api/account/wallets/message', account)).body.data
    await ada.post('/api/account/wallets', { ...account, message, signature: await wallet.sign(message) })

    const at = createTestBrowser(own.http.app, '203.0.113.77')
    const issued = (await at.post('/api/login/wallet-message', account)).body.data
    const signature = await wallet.sign(issued.message)
    const first = await at.post('/api/login/wallet-login', { ...account, message: issued.message, signature })
    expect(first).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } })
    expect(JSON.stringify(first.body)).not.toContain('token')
    await own.clock.advance(30_000)
    const second = await secondStep(at, first.body.details.ticket, code())
    expect(second.body.data).toMatchObject({ user: { username: 'Ada' }, isNewUser: false })
  } finally {
    await own.close()
  }
})

test('[A4 K7] without PUBLIC_URL the message names the own address the page was loaded from, never a foreign one', async () => {
  const local = await createTestApp({ listen: true })
  try {
    const wallet = ethWallet()
    const ask = async (origin: string | undefined) => {
      const at = createTestBrowser(local.app.http.app)
      const body = { chain: 'eth', address: wallet.address }
      return await at.post('/api/login/wallet-message', body, origin === undefined ? {} : { origin })
    }
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const { message } = (await ask(`http://${host}:${local.port}`)).body.data
      expect(message.startsWith(`${host}:${local.port} wants you`), message).toBe(true)
      expect(message).toContain(`\nURI: http://${host}:${local.port}\n`)
    }
    expect((await ask(undefined)).body.data.message).toContain(`URI: http://127.0.0.1:${local.port}\n`)
    expect(codeOf(await ask('http://evil.example'))).toBe('ORIGIN_REJECTED')
  } finally {
    await local.close()
  }
})

test('[A4] a message is good for five minutes', async () => {
  const own = await openAccountsApp({ jobs: false })
  try {
    const at = createTestBrowser(own.http.app)
    for (const wallet of [ethWallet(), tronWallet()]) {
      const account = { chain: wallet.chain, address: wallet.address }
      const issueOne = async () =>
        (await at.post('/api/login/wallet-message', account)).body.data.message as string
      const sendOne = async (message: string) =>
        codeOf(
          await at.post('/api/login/wallet-login', {
            ...account,
            message,
            signature: await wallet.sign(message),
            inviteCode: own.firstRun.inviteCode,
          }),
        )
      const [inTime, late] = [await issueOne(), await issueOne()]
      await own.clock.advance(5 * MINUTE - 1)
      expect(await sendOne(inTime)).toBe('OK')
      await own.clock.advance(1)
      expect(await sendOne(late)).toBe('WALLET_MESSAGE_EXPIRED')
    }
  } finally {
    await own.close()
  }
})

test('[A4] messages are forgotten an hour after their end', async () => {
  const own = await openAccountsApp()
  try {
    const { address } = ethWallet()
    await createTestBrowser(own.http.app).post('/api/login/wallet-message', { chain: 'eth', address })
    const count = async () => (await own.db.query('select 1 from wallet_messages')).length
    await own.clock.advance(50 * MINUTE)
    expect(await count()).toBe(1)
    await own.clock.advance(30 * MINUTE)
    expect(await count()).toBe(0)
  } finally {
    await own.close()
  }
})
