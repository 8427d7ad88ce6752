import { afterEach, expect, test } from 'vitest'
import { useSession } from './session-store.ts'
import { followWallet, forgetWallet, readWalletSession, rememberWallet } from './wallet-session.ts'

const wallet = { key: 'io.metamask', chain: 'eth', address: `0x${'1'.repeat(40)}` } as const

afterEach(() => useSession.getState().signOut())

test('[A11] the wallet is remembered as long as the session, and forgotten at its end', () => {
  followWallet()
  rememberWallet(wallet)
  useSession.setState({ token: 'token' })
  forgetWallet()
  expect(readWalletSession()).toEqual(wallet)
  useSession.getState().signOut()
  expect(readWalletSession()).toBeNull()
})

test('[A11] [A13] a sign-in given up half way leaves no wallet to the next one', () => {
  rememberWallet(wallet)
  forgetWallet()
  expect(readWalletSession()).toBeNull()
})
