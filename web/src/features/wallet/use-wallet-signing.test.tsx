import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FoundWallet } from '../../lib/wallet/found-wallets.ts'
import { useWalletSigning, type WalletChoice } from './use-wallet-signing.ts'

test('[A5] [A11] a signature that comes when nobody waits any more signs nobody in, and its wallet is let go', async () => {
  const happened: string[] = []
  let answer: (signature: string) => void = () => {}
  const wallet: FoundWallet = {
    ...{ key: 'window.ethereum', chain: 'eth', name: 'MetaMask', kind: 'metamask' },
    connector: {
      connect: async () => '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
      sign: () =>
        new Promise((resolve) => {
          happened.push('asked')
          answer = resolve
        }),
      selected: async () => null,
      disconnect: async () => {},
      isSame: () => true,
    },
  }
  const choice: WalletChoice = { id: 'm', name: 'MetaMask', chains: ['eth'], known: null, find: () => wallet }
  const { result, unmount } = renderHook(() =>
    useWalletSigning({
      issue: async () => ({ message: 'sign' }),
      finish: async () => void happened.push('finished'),
      onFailed: (of, error) => void happened.push(`let go of ${of.name} ${error}`),
    }),
  )
  let attempt: Promise<void> = Promise.resolve()
  await act(async () => {
    attempt = result.current.connect(choice, 'eth')
  })
  unmount()
  answer('0x00')
  await attempt
  expect(happened).toEqual(['asked', 'let go of MetaMask null'])
})
