import { beginTwoFactor, changePassword, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import {
  issueLinkMessage,
  issueProofMessage,
  issueWalletMessage,
  linkWallet,
  listWallets,
  prove,
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
  app = await createTestApp()
  await setSite(app, { inviteCodeRequired: false })
})
afterAll(() => app.close())

const accountOf = ({ chain, address }: WalletSigner) => ({ chain, address })
const FIRST = { newPassword: 'first new', confirmPassword: 'first new' }

async function user(name: string): Promise<TestClient> {
  const client = app.client()
  await client.join(name)
  return client
}

async function walletUser(wallet: WalletSigner): Promise<TestClient> {
  const client = app.client()
  const { message } = await client.ok(issueWalletMessage, { body: accountOf(wallet) })
  const body = { ...accountOf(wallet), message, signature: await wallet.sign(message) }
  client.token = (await withRunningClock(app.clock, client.ok(walletLogin, { body }))).token
  return client
}

async function signedProof(client: TestClient, wallet: WalletSigner) {
  const { message } = await client.ok(issueProofMessage, { body: accountOf(wallet) })
  return { wallet: { ...accountOf(wallet), message, signature: await wallet.sign(message) } }
}

async function signedLink(client: TestClient, wallet: WalletSigner) {
  const { message } = await client.ok(issueLinkMessage, { body: accountOf(wallet) })
  return { ...accountOf(wallet), message, signature: await wallet.sign(message) }
}

const faultOf = async (client: TestClient, body: object): Promise<unknown> => {
  const { envelope } = await withRunningClock(app.clock, client.call(prove, { body }))
  if (envelope.success) return 'OK'
  return (envelope.details?.fields as unknown[] | undefined)?.[0] ?? envelope.code
}

test('[A4 K2] linking a wallet asks for the password anew; one proof links one wallet', async () => {
  const anna = await user('anna')
  const wallet = ethWallet()
  expect(await anna.refused(issueLinkMessage, { body: accountOf(wallet) })).toBe('PROOF_REQUIRED')
  expect(await faultOf(anna, {})).toEqual({ field: 'password', rule: 'required' })
  expect(await faultOf(anna, { password: 'not it at all' })).toEqual({ field: 'password', rule: 'correct' })
  // A user who has a password is not let in by a wallet.
  expect(await faultOf(anna, await signedProof(anna, wallet))).toMatchObject({ field: 'password' })
  expect(await anna.refused(issueLinkMessage, { body: accountOf(wallet) })).toBe('PROOF_REQUIRED')
  expect(await faultOf(anna, { password: TEST_PASSWORD })).toBe('OK')
  const [first, second] = [await signedLink(anna, wallet), await signedLink(anna, tronWallet())]
  expect((await anna.ok(linkWallet, { body: first })).wallets).toHaveLength(1)
  expect(await anna.refused(linkWallet, { body: second })).toBe('PROOF_REQUIRED')
  expect((await anna.ok(listWallets)).wallets).toHaveLength(1)
})

test('[A4 K2] of two wallets linked at once by one proof one is', async () => {
  const berta = await user('berta')
  await berta.ok(prove, { body: { password: TEST_PASSWORD } })
  const bodies = [await signedLink(berta, ethWallet()), await signedLink(berta, tronWallet())]
  const answers = await Promise.all(bodies.map((body) => berta.call(linkWallet, { body })))
  expect(answers.map(({ envelope }) => (envelope.success ? 'OK' : envelope.code)).sort()).toEqual([
    'OK',
    'PROOF_REQUIRED',
  ])
})

test('[A4 K2] a proof counts for five minutes, and for the session that gave it', async () => {
  const here = await user('carl')
  const there = app.client()
  await there.login('carl')
  await here.ok(prove, { body: { password: TEST_PASSWORD } })
  const body = accountOf(ethWallet())
  expect(await there.refused(issueLinkMessage, { body })).toBe('PROOF_REQUIRED')
  await app.clock.advance(299_000)
  await here.ok(issueLinkMessage, { body })
  await app.clock.advance(1_000)
  expect(await here.refused(issueLinkMessage, { body })).toBe('PROOF_REQUIRED')
})

test('[A4 A13 U3] who signs in by wallet alone signs with it before a first password, two-factor sign-in or another wallet', async () => {
  const own = ethWallet()
  const dora = await walletUser(own)
  expect(await dora.refused(changePassword, { body: FIRST })).toBe('PROOF_REQUIRED')
  expect(await dora.refused(beginTwoFactor, { body: {} })).toBe('PROOF_REQUIRED')
  expect(await dora.refused(issueLinkMessage, { body: accountOf(tronWallet()) })).toBe('PROOF_REQUIRED')
  expect(await faultOf(dora, {})).toEqual({ field: 'wallet', rule: 'required' })
  // A thief's wallet is none of the owner's, and what is signed to sign in or to link proves nothing.
  expect(await faultOf(dora, await signedProof(dora, ethWallet()))).toBe('WALLET_NOT_FOUND')
  const { message } = await dora.ok(issueWalletMessage, { body: accountOf(own) })
  const signedIn = { ...accountOf(own), message, signature: await own.sign(message) }
  expect(await faultOf(dora, { wallet: signedIn })).toBe('WALLET_MESSAGE_UNKNOWN')

  const proof = await signedProof(dora, own)
  expect(proof.wallet.message).toContain('want to make a lasting change to it')
  expect(await faultOf(dora, proof)).toBe('OK')
  expect(await faultOf(dora, proof)).toBe('WALLET_MESSAGE_USED')
  expect((await dora.ok(linkWallet, { body: await signedLink(dora, tronWallet()) })).wallets).toHaveLength(2)
  expect(await dora.refused(changePassword, { body: FIRST })).toBe('PROOF_REQUIRED')
  expect(await faultOf(dora, await signedProof(dora, own))).toBe('OK')
  await withRunningClock(app.clock, dora.ok(changePassword, { body: FIRST }))
  // From now on the password is asked for.
  expect(await faultOf(dora, await signedProof(dora, own))).toMatchObject({ field: 'password' })
})

test('[A13 A4] while two-factor sign-in is on its code is asked for, of a wallet user instead of a signature', async () => {
  const own = tronWallet()
  const emil = await walletUser(own)
  expect(await faultOf(emil, await signedProof(emil, own))).toBe('OK')
  const { secret } = await emil.ok(beginTwoFactor, { body: {} })
  // The proof is used up: another secret needs another one.
  expect(await emil.refused(beginTwoFactor, { body: {} })).toBe('PROOF_REQUIRED')
  await emil.ok(confirmTwoFactor, { body: { code: appCode(secret, app.clock.nowMs()) } })
  expect(await faultOf(emil, await signedProof(emil, own))).toBe('TWO_FACTOR_REQUIRED')
  expect(await faultOf(emil, { code: '000000' })).toBe('TWO_FACTOR_WRONG')
  await app.clock.advance(30_000)
  expect(await faultOf(emil, { code: appCode(secret, app.clock.nowMs()) })).toBe('OK')
  await withRunningClock(app.clock, emil.ok(changePassword, { body: FIRST }))
})
