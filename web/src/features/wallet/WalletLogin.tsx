import { issueWalletMessage, walletLogin } from '@truestrike/protocol/wallet-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { inviteCodeOf } from '../../lib/invite-code.ts'
import { asksSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import type { FoundWallet } from '../../lib/wallet/found-wallets.ts'
import type { SignedByWallet } from '../../lib/wallet/sign-with-wallet.ts'
import { rememberWallet } from '../../lib/wallet-session.ts'
import { useWalletSigning } from './use-wallet-signing.ts'
import { isAboutInvite, WalletInvite } from './WalletInvite.tsx'
import { WalletPicker } from './WalletPicker.tsx'

const QUIET = { toast: false }

/** A wallet that nobody has yet: its signature waits for an invite code. */
interface Waiting {
  signed: SignedByWallet
  wallet: FoundWallet
  /** The server's words about the code that was sent along; null: none was. */
  refusal: string | null
}

/** Signs in with a wallet. An invitation in the address counts for a new user; where a code is needed and missing, it is asked for. */
export function WalletLogin() {
  const { t } = useTranslation('wallet')
  const { search } = useLocation()
  const code = useRef(inviteCodeOf(new URLSearchParams(search).get('code') ?? '').toUpperCase())
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function signIn(signed: SignedByWallet, wallet: FoundWallet): Promise<void> {
    const remembered = { key: wallet.key, chain: wallet.chain, address: signed.address }
    const body = code.current === '' ? signed : { ...signed, inviteCode: code.current }
    const answer = await call(walletLogin, { body }, QUIET).catch((error: unknown) => {
      if (asksSecondStep(error, remembered)) return null
      throw error
    })
    if (answer === null) return
    const { token, user, isNewUser } = answer
    rememberWallet(remembered)
    // The page for guests leads on by itself once there is a token.
    useSession.getState().signIn(token, user)
    if (isNewUser) showToast('success', t('welcome', { name: user.username }))
  }

  const signing = useWalletSigning({
    issue: (account) => call(issueWalletMessage, { body: account }, QUIET),
    finish: (signed, wallet) =>
      signIn(signed, wallet).catch((error: unknown) => {
        if (!isAboutInvite(error)) throw error
        setWaiting({ signed, wallet, refusal: code.current === '' ? null : error.message })
      }),
    onFailed(wallet, error) {
      // Half a sign-in is no failed one.
      if (error instanceof ApiError && error.is('TWO_FACTOR_REQUIRED')) return
      letGo(wallet)
    },
  })
  const given = useRef(waiting)
  given.current = waiting
  // Whoever leaves without a session keeps no wallet connected.
  useEffect(
    () => () => {
      if (given.current !== null && useSession.getState().token === null) letGo(given.current.wallet)
    },
    [],
  )

  if (waiting === null) return <WalletPicker signing={signing} />
  const { signed, wallet, refusal } = waiting
  const backToWallets = (): void => {
    letGo(wallet)
    setWaiting(null)
  }
  return (
    <WalletInvite
      address={signed.address}
      code={code.current}
      refusal={refusal}
      onCode={(entered) => {
        code.current = entered
        return signIn(signed, wallet)
      }}
      onBack={backToWallets}
    />
  )
}

function letGo(wallet: FoundWallet): void {
  wallet.connector.disconnect().catch(() => undefined)
}
