import type { WalletChain } from '@truestrike/protocol/wallet-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { type FoundWallet, lookForWallets } from '../../lib/wallet/found-wallets.ts'
import type { KnownWallet } from '../../lib/wallet/known-wallets.ts'
import { isHandheld, openInApp } from '../../lib/wallet/open-in-app.ts'
import { type SignedByWallet, signWithWallet } from '../../lib/wallet/sign-with-wallet.ts'
import { type WalletFaultCode, walletFaultOf } from '../../lib/wallet/wallet-fault.ts'

/** A row of the picker: a wallet known by name, one found in this browser, or both. */
export interface WalletChoice {
  id: string
  name: string
  chains: readonly WalletChain[]
  known: KnownWallet | null
  find(chain: WalletChain): FoundWallet | null
}

/** What is on the screen of an attempt. */
export type SigningState =
  | { step: 'idle' }
  | { step: 'connecting' | 'confirming' | 'opening'; id: string; name: string }
  | { step: 'fault'; code: WalletFaultCode; choice: WalletChoice; chain: WalletChain }
  /** The server's words. */
  | { step: 'refused'; message: string }
  /** No app took over the screen. */
  | { step: 'not-opened'; choice: WalletChoice }

interface Acts {
  issue(account: { chain: WalletChain; address: string }): Promise<{ message: string }>
  /** What the signature is for. */
  finish(signed: SignedByWallet, wallet: FoundWallet): Promise<void>
  /** Nothing came of it, or it came when nobody waited any more (`null`). */
  onFailed?: (wallet: FoundWallet, error: unknown) => void
}

/** One attempt at a time: a newer one, or leaving the page, makes an older one's outcome count for nothing. */
export function useWalletSigning(acts: Acts) {
  const [state, setState] = useState<SigningState>({ step: 'idle' })
  const newest = useRef(0)
  const underWay = useRef(0)
  useEffect(() => {
    lookForWallets()
    return () => {
      newest.current += 1
    }
  }, [])

  async function connect(choice: WalletChoice, chain: WalletChain): Promise<void> {
    newest.current += 1
    const attempt = newest.current
    const show = (next: SigningState): void => {
      if (attempt === newest.current) setState(next)
    }
    const { id, name, known } = choice
    if (!choice.chains.includes(chain)) return show({ step: 'fault', code: 'unsupported', choice, chain })
    const wallet = choice.find(chain)
    if (wallet === null) {
      if (known === null || !isHandheld()) return show({ step: 'fault', code: 'missing', choice, chain })
      show({ step: 'opening', id, name })
      return show((await openInApp(known, chain)) ? { step: 'idle' } : { step: 'not-opened', choice })
    }
    show({ step: 'connecting', id, name })
    underWay.current += 1
    try {
      const onConnected = (): void => show({ step: 'confirming', id, name })
      const signed = await signWithWallet(wallet, { issue: acts.issue, onConnected })
      // Whoever left, or began with another one, keeps no wallet connected; a newer attempt may want the same.
      if (attempt !== newest.current)
        return underWay.current === 1 ? acts.onFailed?.(wallet, null) : undefined
      await acts.finish(signed, wallet)
      show({ step: 'idle' })
    } catch (error) {
      acts.onFailed?.(wallet, error)
      show(
        error instanceof ApiError
          ? { step: 'refused', message: error.message }
          : { step: 'fault', code: walletFaultOf(error).code, choice, chain },
      )
    } finally {
      underWay.current -= 1
    }
  }

  const reset = (): void => {
    newest.current += 1
    setState({ step: 'idle' })
  }
  return { state, connect, reset }
}

export type WalletSigning = ReturnType<typeof useWalletSigning>
