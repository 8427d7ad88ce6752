import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSessionsSeen } from '../src/accounts/sessions.store.ts'
import {
  putUnconfirmedFactor,
  replaceAdminRecoveryCodes,
  setFactorConfirmed,
  takeAdminRecoveryCode,
} from '../src/admin/admin-factor.store.ts'
import { sha256 } from '../src/platform/secret-token.ts'
import { holdInTransaction } from './held-statement.ts'
import { type MailApp, openMailApp, PASSWORD } from './mail-app.ts'
import { withRunningClock } from './running-clock.ts'
import type { Answer, TestBrowser } from './test-browser.ts'
import { testDatabaseUrl } from './test-database.ts'
import { firstStep, protectedUser, PASSWORD as SHORT, secondStep } from './two-factor-app.ts'
import { ethWallet, type WalletSigner } from './wallet-signers.ts'

let site: MailApp
let browsers = 0
const newBrowser = (): TestBrowser => site.browser(`203.0.113.${++browsers}`)
const said = ({ status, body }: Answer): string => body.code ?? String(status)

/**
 * `first` keeps what it has locked by the statement that fits, until `second` waits for a lock of it; then both go on. Of two that
 * would wait for each other the database ends one.
 */
async function race<T>(fits: RegExp, first: () => Promise<T>, second: () => Promise<T>): Promise<T[]> {
  const held = holdInTransaction(site.app.db, fits)
  const one = first()
  await held.reached
  const two = second()
  const waiting = () =>
    site.app.db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await expect.poll(waiting).toHaveLength(1)
  held.release()
  return await Promise.all([one, two])
}

const allSent = () => expect.poll(() => site.app.db.query('select 1 from mail_queue')).toEqual([])

/** The code that a call mails. A minute later the same mailbox may be written to again. */
async function mailedCode(ask: () => Promise<Answer>): Promise<string> {
  await allSent()
  const before = site.mailbox.mails.length
  expect(said(await ask())).toBe('200')
  const code = await site.mailbox.code(before + 1)
  await allSent()
  await site.app.clock.advance(60_000)
  return code
}

async function signed(browser: TestBrowser, path: string, wallet: WalletSigner) {
  const { chain, address } = wallet
  const { message } = (await browser.post(path, { chain, address })).body.data
  return { chain, address, message, signature: await wallet.sign(message) }
}

async function byWallet(browser: TestBrowser, wallet: WalletSigner): Promise<Answer> {
  const form = await signed(browser, '/api/login/wallet-message', wallet)
  return await withRunningClock(site.app.clock, browser.post('/api/login/wallet-login', form))
}

async function signedIn(answer: Promise<Answer>, browser: TestBrowser): Promise<TestBrowser> {
  browser.token = (await answer).body.data.token
  return browser
}

const byPassword = (browser: TestBrowser, username: string) =>
  signedIn(browser.post('/api/login/login', { username, password: PASSWORD }), browser)

describe.skipIf(testDatabaseUrl === undefined)(
  'acts at the same moment on one account, on PostgreSQL',
  () => {
    beforeAll(async () => {
      site = await openMailApp()
      await site.app.accounts.settings.update({ inviteCodeRequired: false })
    })
    afterAll(() => site.close())

    test('[A13] new recovery codes while one of the old ones signs in: the old ones count no more', async () => {
      const { browser, code, recoveryCodes } = await protectedUser(site.app, 'Anna')
      const other = newBrowser()
      const { ticket } = (await firstStep(other, 'Anna')).body.details
      const renewing = { password: SHORT, code: code(1) }
      const outcome = await race(
        /user_two_factor .*for update/,
        () => browser.post('/api/account/two-factor/recovery-codes', renewing),
        () => secondStep(other, ticket, recoveryCodes[0] ?? ''),
      )
      expect(outcome.map(said)).toEqual(['200', 'TWO_FACTOR_WRONG'])
    })

    test('[A13] the same of an administrator: his old code counts no more', async () => {
      const { db } = site.app
      const [admin] = await db.query<{ id: bigint }>('select id from administrators')
      const id = ensure(admin).id
      const replace = (code: string) => db.tx((sql) => replaceAdminRecoveryCodes(sql, id, [sha256(code)]))
      await putUnconfirmedFactor(db, id, 'sealed')
      await setFactorConfirmed(db, id, 'sealed', 1)
      await replace('old')
      const outcome = await race(
        /admin_two_factor .*for update/,
        () => replace('new'),
        () => takeAdminRecoveryCode(db, id, sha256('old'), 2),
      )
      expect(outcome).toEqual([true, false])
    })

    test('[A11] the note that pages are open waits for no act that holds one of their sessions', async () => {
      const { db, clock } = site.app
      await site.register('Open')
      for (const browser of [newBrowser(), newBrowser()]) await byPassword(browser, 'Open')
      const rows = await db.query<{ id: bigint }>('select id from user_sessions order by id desc limit 2')
      const [held, free] = rows.map(({ id }) => id) as [bigint, bigint]
      await clock.advance(120_000)
      const seen = async (id: bigint) =>
        (
          await db.query<{ ms: bigint }>('select last_seen_at_ms as ms from user_sessions where id = $1', [
            id,
          ])
        )[0]?.ms
      const before = await seen(held)
      await db.tx(async (sql) => {
        await sql.query('select 1 from user_sessions where id = $1 for update', [held])
        await setSessionsSeen(db, [held, free], {
          atMs: clock.nowMs(),
          unlessSinceMs: clock.nowMs(),
        })
      })
      expect([await seen(held), await seen(free)]).toEqual([before, BigInt(clock.nowMs())])
    })

    test('[A13] two-factor sign-in is turned off while new recovery codes are made', async () => {
      const { browser, code, recoveryCodes } = await protectedUser(site.app, 'Berta')
      const post = (act: string, shown: string) =>
        browser.post(`/api/account/two-factor/${act}`, { password: SHORT, code: shown })
      const outcome = await race(
        /delete from user_recovery_codes/,
        () => post('remove', recoveryCodes[0] ?? ''),
        () => post('recovery-codes', code(1)),
      )
      expect(outcome.map(said)).toEqual(['200', 'TWO_FACTOR_WRONG'])
    })

    test('[A13] [U3] a first password in one session while another begins two-factor sign-in, with a code on its way', async () => {
      const wallet = ethWallet()
      const home = newBrowser()
      await signedIn(byWallet(home, wallet), home)
      const proveByWallet = async () => {
        const proof = await signed(home, '/api/account/proof/wallet-message', wallet)
        expect(said(await home.post('/api/account/proof', { wallet: proof }))).toBe('200')
      }
      const askNew = (email: string) => home.post('/api/account/email/send-code', { email })
      await proveByWallet()
      const form = { email: 'carl@example.com', code: await mailedCode(() => askNew('carl@example.com')) }
      expect(said(await home.post('/api/account/email', form))).toBe('200')
      const phone = newBrowser()
      const { email } = form
      const code = await mailedCode(() => site.sendCode(phone, email))
      await signedIn(phone.post('/api/login/login', { email, code }), phone)
      await mailedCode(() => phone.post('/api/account/proof/send-code')).then((mailed) =>
        phone.post('/api/account/proof', { mailedCode: mailed }),
      )
      await proveByWallet()
      await mailedCode(() => askNew('carl@example.org'))
      const first = { newPassword: 'first new', confirmPassword: 'first new' }
      const outcome = await race(
        /update mail_codes set spent_at_ms/,
        () => phone.post('/api/account/password', first),
        () => home.post('/api/account/two-factor/begin', {}),
      )
      expect(outcome.map(said)).toEqual(['200', 'PROOF_REQUIRED'])
    })

    test('[A2] [A13] [U3] [A14] whatever comes at once to an account whose address is being proved is answered', async () => {
      for (const username of ['dora', 'emil', 'frida', 'gustav']) {
        const acts = await actsOf(username)
        const answers = await withRunningClock(site.app.clock, Promise.all(acts.map((act) => act())))
        const faults = answers.filter(({ status }) => status >= 500)
        expect(faults.map(({ body }) => body)).toEqual([])
        const [proved] = await site.app.db.query(
          'select 1 from users where username = $1 and email_proved_at_ms is not null',
          [username],
        )
        expect(proved).toBeDefined()
      }
    })
  },
)

/** An account with all there is, by an address nobody has proved; everything that may happen to it, ready to be sent. */
async function actsOf(username: string): Promise<(() => Promise<Answer>)[]> {
  await site.register(username, false)
  const email = `${username}@example.com`
  const [here, there] = [await byPassword(newBrowser(), username), await byPassword(newBrowser(), username)]
  const wallet = ethWallet()
  const prove = () => here.post('/api/account/proof', { password: PASSWORD })
  await prove()
  const link = await signed(here, '/api/account/wallets/message', wallet)
  const [{ id }] = (await here.post('/api/account/wallets', link)).body.data.wallets
  const { chain, address } = wallet
  const [owner, forgetful, signer] = [newBrowser(), newBrowser(), newBrowser()]
  const reset = await mailedCode(() => forgetful.post('/api/login/forgot/send-code', { email }))
  expect(said(await forgetful.post('/api/login/forgot/verify', { email, code: reset }))).toBe('200')
  const own = await mailedCode(() => here.post('/api/account/proof/send-code'))
  const login = await mailedCode(() => site.sendCode(owner, email))
  const asked = await owner.post('/api/login/login', { email, code: login })
  const { ticket } = asked.body.details
  const { message } = (await signer.post('/api/login/wallet-message', { chain, address })).body.data
  const signature = await wallet.sign(message)
  const devices = (await here.get('/api/account/devices')).body.data.devices
  const elsewhere = devices.find(({ current }: { current: boolean }) => !current).id
  await prove()
  const change = { currentPassword: PASSWORD, newPassword: 'secret-1', confirmPassword: 'secret-1' }
  return [
    () => owner.post('/api/login/confirm-address', { ticket, newPassword: 'my-own-word-1' }),
    () => here.post('/api/account/email/confirm', { code: own }),
    () => forgetful.post('/api/login/forgot/reset', { password: 'another-one-1' }),
    () => here.post('/api/account/password', change),
    () => there.post('/api/account/two-factor/begin', { password: PASSWORD }),
    () => here.remove(`/api/account/wallets/${id}`),
    () => there.post('/api/account/devices/sign-out-others'),
    () => here.post('/api/account/devices/sign-out', { id: elsewhere, kind: 'browser' }),
    () => signer.post('/api/login/wallet-login', { chain, address, message, signature }),
    () => there.post('/api/login/login', { username, password: PASSWORD }),
    () => newBrowser().post('/api/login/login', { username, password: PASSWORD }),
  ]
}
