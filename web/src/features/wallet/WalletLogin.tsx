import { issueWalletMessage, walletLogin } from '@truestrike/protocol/wallet-endpoints.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { asksSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { rememberWallet } from '../../lib/wallet-session.ts'
import { useWalletSigning } from './use-wallet-signing.ts'
import { WalletPicker } from './WalletPicker.tsx'

const QUIET = { toast: false }
const INVITE_CODE_LENGTH = 8

/** Signs in with a wallet. An invitation in the address counts for a new user; one that was refused is left out. */
export function WalletLogin() {
  const { t } = useTranslation('wallet')
  const { search } = useLocation()
  const invite = useRef(new URLSearchParams(search).get('code')?.trim().slice(0, INVITE_CODE_LENGTH) ?? '')
  const signing = useWalletSigning({
    issue: (account) => call(issueWalletMessage, { body: account }, QUIET),
    async finish(signed, wallet) {
      const code = invite.current === '' ? {} : { inviteCode: invite.current.toUpperCase() }
      const remembered = { key: wallet.key, chain: wallet.chain, address: signed.address }
      const answer = await call(walletLogin, { body: { ...signed, ...code } }, QUIET).catch(
        (error: unknown) => {
          if (asksSecondStep(error, remembered)) return null
          throw error
        },
      )
      if (answer === null) return
      const { token, user, isNewUser } = answer
      rememberWallet(remembered)
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
      if (isNewUser) showToast('success', t('welcome', { name: user.username }))
    },
    onFailed(wallet, error) {
      // Half a sign-in is no failed one.
      if (error instanceof ApiError && error.is('TWO_FACTOR_REQUIRED')) return
      if (error instanceof ApiError && error.is('INVALID_INVITE_CODE')) invite.current = ''
      wallet.connector.disconnect().catch(() => undefined)
    },
  })
  return <WalletPicker signing={signing} />
}
