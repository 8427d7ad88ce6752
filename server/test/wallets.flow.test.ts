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
import { createTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { ethWallet, tronWallet, type WalletSigner } from './wallet-signers.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
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

  await anna.ok(unlinkWallet, { params: { id: wallets[0]?.id ?? '' } })
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
  expect((await link(frida, tronWallet(), wallet)).canUnlink).toBe(true)
  await frida.ok(unlinkWallet, { params })
  const [left] = (await frida.ok(listWallets)).wallets
  expect(await frida.refused(unlinkWallet, { params: { id: left?.id ?? '' } })).toBe('WALLET_LAST_SIGN_IN')
})

test('[A6] of two wallets unlinked at the same moment one stays', async () => {
  let own = ethWallet()
  const gustav = await walletUser(own)
  for (let round = 0; round < 3; round++) {
    const other = tronWallet()
    const { wallets } = await link(gustav, other, own)
    const answers = await Promise.all(wallets.map(({ id }) => gustav.call(unlinkWallet, { params: { id } })))
    const codes = answers.map(({ envelope }) => (envelope.success ? 'OK' : envelope.code))
    expect(codes.sort()).toEqual(['OK', 'WALLET_LAST_SIGN_IN'])
    const left = (await gustav.ok(listWallets)).wallets
    expect(left).toHaveLength(1)
    if (left[0]?.address === other.address) own = other
  }
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
