import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { beginTwoFactor, confirmTwoFactor, secondFactor } from '@truestrike/protocol/security-endpoints.ts'
import {
  issueLinkMessage,
  issueProofMessage,
  issueWalletMessage,
  linkWallet,
  listWallets,
  prove,
  unlinkWallet,
  walletLogin,
} from '@truestrike/protocol/wallet-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRunningClock } from './running-clock.ts'
import { setSite } from './site-settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { appCode } from './two-factor-app.ts'
import { ethWallet, tronWallet, type WalletSigner } from './wallet-signers.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ listen: true })
  await setSite(app, { inviteCodeRequired: false })
})
afterAll(() => app.close())

const accountOf = ({ chain, address }: WalletSigner) => ({ chain, address })

/** Shows anew that it is the owner: with the password, or with a wallet of his. */
async function proved(client: TestClient, own?: WalletSigner): Promise<void> {
  if (own === undefined) return void (await client.ok(prove, { body: { password: TEST_PASSWORD } }))
  const { message } = await client.ok(issueProofMessage, { body: accountOf(own) })
  const wallet = { ...accountOf(own), message, signature: await own.sign(message) }
  await client.ok(prove, { body: { wallet } })
}

async function user(name: string): Promise<TestClient> {
  const client = app.client()
  await client.join(name)
  return client
}

async function signedLink(client: TestClient, wallet: WalletSigner, own?: WalletSigner) {
  await proved(client, own)
  const { message } = await client.ok(issueLinkMessage, { body: accountOf(wallet) })
  return { ...accountOf(wallet), message, signature: await wallet.sign(message) }
}

const link = async (client: TestClient, wallet: WalletSigner, own?: WalletSigner) =>
  client.ok(linkWallet, { body: await signedLink(client, wallet, own) })

const linkCode = async (client: TestClient, wallet: WalletSigner): Promise<string> =>
  client.refused(linkWallet, { body: await signedLink(client, wallet) })

async function signedLogin(client: TestClient, wallet: WalletSigner) {
  const { message } = await client.ok(issueWalletMessage, { body: accountOf(wallet) })
  return { ...accountOf(wallet), message, signature: await wallet.sign(message) }
}

/** A browser signed in by a wallet. */
async function walletUser(wallet: WalletSigner): Promise<TestClient & { uid: string }> {
  const client = app.client()
  const body = await signedLogin(client, wallet)
  const { token, user } = await withRunningClock(app.clock, client.ok(walletLogin, { body }))
  client.token = token
  return Object.assign(client, { uid: user.uid })
}

test('[A4 A6] a linked wallet signs in to its account; unlinked it is a stranger again', async () => {
  const anna = await user('anna')
  const wallet = ethWallet()
  const tron = tronWallet()
  await link(anna, wallet)
  const { wallets, canUnlink } = await link(anna, tron)
  expect(wallets).toMatchObject([
    { chain: 'eth', address: wallet.address, wallet: null, lastUsedAtMs: null },
    { chain: 'tron', address: tron.address },
  ])
  expect(canUnlink).toBe(true)

  const elsewhere = app.client()
  const signedIn = await elsewhere.ok(walletLogin, { body: await signedLogin(elsewhere, wallet) })
  expect(signedIn).toMatchObject({ isNewUser: false, user: { username: 'anna', loginType: 'account' } })
  const used = await anna.ok(listWallets)
  expect(used.wallets[0]?.lastUsedAtMs).toBe(app.clock.nowMs())

  const gone = { params: { id: wallets[0]?.id ?? '' } }
  expect(await anna.refused(unlinkWallet, gone)).toBe('PROOF_REQUIRED')
  await proved(anna)
  await anna.ok(unlinkWallet, gone)
  expect(await anna.refused(unlinkWallet, gone)).toBe('WALLET_NOT_FOUND')
  expect((await anna.ok(listWallets)).wallets).toMatchObject([{ chain: 'tron' }])
  const stranger = app.client()
  const after = await stranger.ok(walletLogin, { body: await signedLogin(stranger, wallet) })
  expect(after.isNewUser).toBe(true)
})

test('[A4] the message to link names the account, and is good neither for signing in nor for another account', async () => {
  const [berta, carl] = [await user('berta'), await user('carl')]
  const wallet = ethWallet()
  const signed = await signedLink(berta, wallet)
  const { uid } =
    (await app.db.query<{ uid: string }>(`select uid from users where username = 'berta'`))[0] ?? {}
  expect(signed.message).toContain(`Link this wallet to the account ${uid} of this site`)
  // The same browser, so that only the purpose is wrong.
  expect(await berta.refused(walletLogin, { body: signed })).toBe('WALLET_MESSAGE_UNKNOWN')
  for (const [name, value] of berta.cookies) if (name === 'ts_wallet') carl.cookies.set(name, value)
  await proved(carl)
  expect(await carl.refused(linkWallet, { body: signed })).toBe('WALLET_MESSAGE_UNKNOWN')
  expect(await berta.refused(linkWallet, { body: await signedLogin(berta, wallet) })).toBe(
    'WALLET_MESSAGE_UNKNOWN',
  )
  expect((await berta.ok(linkWallet, { body: signed })).wallets).toHaveLength(1)
  await proved(berta)
  expect(await berta.refused(linkWallet, { body: signed })).toBe('WALLET_MESSAGE_USED')
})

test('[A4] a wallet belongs to one account; linking it again to that one changes nothing', async () => {
  const [dora, emil] = [await user('dora'), await user('emil')]
  const wallet = tronWallet()
  const first = await link(dora, wallet)
  expect(await link(dora, wallet)).toEqual(first)
  expect(await linkCode(emil, wallet)).toBe('WALLET_TAKEN')
  const own = await walletUser(ethWallet())
  const [ownWallet] = (await own.ok(listWallets)).wallets
  expect(ownWallet).toBeDefined()
  const answers = await Promise.all([dora, emil].map((each) => signedLink(each, WANTED)))
  const codes = await Promise.all(
    answers.map(async (body, at) => {
      const { envelope } = await (at === 0 ? dora : emil).call(linkWallet, { body })
      return envelope.success ? 'OK' : envelope.code
    }),
  )
  expect(codes.sort()).toEqual(['OK', 'WALLET_TAKEN'])
})
const WANTED = ethWallet()

test('[A6] the last way to sign in stays: the only wallet of a user without a password', async () => {
  const wallet = ethWallet()
  const frida = await walletUser(wallet)
  const before = await frida.ok(listWallets)
  expect(before).toMatchObject({ wallets: [{ address: wallet.address }], canUnlink: false })
  const params = { id: before.wallets[0]?.id ?? '' }
  expect(await frida.refused(unlinkWallet, { params })).toBe('WALLET_LAST_SIGN_IN')
  const { wallets, canUnlink } = await link(frida, tronWallet(), wallet)
  expect(canUnlink).toBe(true)
  await proved(frida, wallet)
  await frida.ok(unlinkWallet, { params: { id: wallets[1]?.id ?? '' } })
  expect(await frida.refused(unlinkWallet, { params })).toBe('WALLET_LAST_SIGN_IN')
})

test('[A6] of two wallets unlinked at the same moment one stays', async () => {
  for (let round = 0; round < 3; round++) {
    const [own, other] = [ethWallet(), tronWallet()]
    const gustav = await walletUser(own)
    const { wallets } = await link(gustav, other, own)
    const there = app.client()
    there.token = (await there.ok(walletLogin, { body: await signedLogin(there, other) })).token
    await proved(gustav, own)
    await proved(there, other)
    const answers = await Promise.all(
      [gustav, there].map((client, at) =>
        client.call(unlinkWallet, { params: { id: wallets[1 - at]?.id ?? '' } }),
      ),
    )
    const codes = answers.map(({ envelope }) => (envelope.success ? 'OK' : envelope.code))
    expect(codes.sort()).toEqual(['OK', 'WALLET_LAST_SIGN_IN'])
    const winner = answers[0]?.envelope.success ? gustav : there
    expect((await winner.ok(listWallets)).wallets).toHaveLength(1)
  }
})

test('[A4 A7 K2] unlinking ends every session the wallet opened, its sockets too, and no other', async () => {
  const [own, other] = [ethWallet(), tronWallet()]
  const jan = await walletUser(own)
  const byOwn = await walletUser(own)
  const { wallets } = await link(jan, other, own)
  expect(wallets.map(({ isHere }) => isHere)).toEqual([true, false])
  const byOther = await walletUser(other)
  expect((await byOther.ok(getUserInfo)).signedInBy).toBe('wallet')
  const [ending, staying] = await Promise.all([
    app.socket('/ws', { client: byOwn }),
    app.socket('/ws', { client: byOther }),
  ])
  await proved(byOther, other)
  await byOther.ok(unlinkWallet, { params: { id: wallets[0]?.id ?? '' } })
  expect(await ending.next('signed-out')).toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await ending.closed).toBe(4001)
  for (const client of [jan, byOwn]) expect(await client.refused(listWallets)).toBe('SESSION_EXPIRED')
  expect(await byOther.ok(listWallets)).toMatchObject({ wallets: [{ isHere: true }], canUnlink: false })
  staying.send({ op: 'ping', atMs: 1 })
  expect(await staying.next('pong')).toMatchObject({ atMs: 1 })
})

test('[A4 A11] who unlinks the wallet he is signed in with is signed out; a session opened by password stays', async () => {
  const kira = await user('kira')
  const wallet = ethWallet()
  const { wallets } = await link(kira, wallet)
  expect((await kira.ok(getUserInfo)).signedInBy).toBe('password')
  const byWallet = await walletUser(wallet)
  await proved(byWallet)
  await byWallet.ok(unlinkWallet, { params: { id: wallets[0]?.id ?? '' } })
  expect(await byWallet.refused(listWallets)).toBe('SESSION_EXPIRED')
  expect((await kira.ok(listWallets)).wallets).toEqual([])
})

test('[A4 A13] a sign-in that waits for its second step ends with its wallet', async () => {
  const lara = await user('lara')
  const wallet = ethWallet()
  const { wallets } = await link(lara, wallet)
  const { secret } = await lara.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
  await lara.ok(confirmTwoFactor, { body: { code: appCode(secret, app.clock.nowMs()) } })
  const half = app.client()
  const { envelope } = await half.call(walletLogin, { body: await signedLogin(half, wallet) })
  expect(envelope).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' })
  await app.clock.advance(30_000)
  await lara.ok(prove, { body: { password: TEST_PASSWORD, code: appCode(secret, app.clock.nowMs()) } })
  await lara.ok(unlinkWallet, { params: { id: wallets[0]?.id ?? '' } })
  const ticket = envelope.success ? '' : String(envelope.details?.ticket)
  await app.clock.advance(30_000)
  const body = { ticket, code: appCode(secret, app.clock.nowMs()) }
  expect(await half.refused(secondFactor, { body })).toBe('SIGN_IN_EXPIRED')
})

test('[K4] ten wallets at most', async () => {
  const hanna = await user('hanna')
  for (let n = 0; n < 10; n++) await link(hanna, ethWallet())
  expect(await linkCode(hanna, ethWallet())).toBe('WALLET_LIMIT')
  expect((await hanna.ok(listWallets)).wallets).toHaveLength(10)
})

test('[P7] linking and unlinking stand in the audit log', async () => {
  const ida = await user('ida')
  const wallet = tronWallet()
  const { wallets } = await link(ida, wallet)
  await proved(ida)
  await ida.ok(unlinkWallet, { params: { id: wallets[0]?.id ?? '' } })
  const entries = await app.db.query<{ action: string; after: object }>(
    `select action, after from audit_log
     where actor_id = (select id from users where username = 'ida') order by id`,
  )
  const after = { chain: 'tron', address: wallet.address }
  expect(entries).toEqual([
    { action: 'wallet.link', after },
    { action: 'wallet.unlink', after },
  ])
})
