import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSecondStep, useSecondStep } from './second-step.ts'
import { useSession } from './session-store.ts'
import { giveUpSecondStep } from './wallet/give-up-second-step.ts'
import { followWallet, readWalletSession, rememberWallet } from './wallet-session.ts'

const wallet = { key: 'window.ethereum', chain: 'eth', address: `0x${'1'.repeat(40)}` } as const
/** What the wallet of this browser was asked. */
let asked: string[]

beforeEach(() => {
  asked = []
  const request = async ({ method }: { method: string }) => void asked.push(method)
  Object.assign(window, { ethereum: { isMetaMask: true, request } })
})
/** Whoever began to look for a wallet has found and asked it. */
async function looked(): Promise<void> {
  await import('./wallet/found-wallets.ts')
  await new Promise((done) => setTimeout(done))
}
afterEach(() => {
  endSecondStep()
  useSession.getState().signOut()
  localStorage.clear()
  delete window.ethereum
})

test('[A11] the wallet is remembered as long as the session, and forgotten at its end', () => {
  followWallet()
  rememberWallet(wallet)
  useSession.setState({ token: 'token' })
  giveUpSecondStep()
  expect(readWalletSession()).toEqual(wallet)
  useSession.getState().signOut()
  expect(readWalletSession()).toBeNull()
})

test('[A13] [A5] a sign-in given up half way leaves no wallet connected, and none to the next one', async () => {
  useSecondStep.setState({ ticket: 'ticket', wallet })
  giveUpSecondStep()
  await vi.waitFor(() => expect(asked).toEqual(['wallet_revokePermissions']))
  expect([useSecondStep.getState(), readWalletSession()]).toEqual([
    { ticket: null, wallet: null, account: null },
    null,
  ])
  // There is nothing left to give up.
  giveUpSecondStep()
  useSecondStep.setState({ ticket: 'ticket', wallet })
  useSession.setState({ token: 'token' })
  giveUpSecondStep()
  await looked()
  expect(asked).toHaveLength(1)
})

test('[A7] [A13] who has no sign-in by wallet under way gives up none of another tab’s', async () => {
  // Another tab stores it just before its session begins, and this one learns of that a moment later.
  rememberWallet(wallet)
  giveUpSecondStep()
  await looked()
  expect([readWalletSession(), asked]).toEqual([wallet, []])
})
