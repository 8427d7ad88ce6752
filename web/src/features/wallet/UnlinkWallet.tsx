import { useQueryClient } from '@tanstack/react-query'
import { shortAddress } from '@truestrike/core/wallet/short-address.ts'
import { type LinkedWallet, unlinkWallet } from '@truestrike/protocol/wallet-endpoints.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { WALLETS_KEY } from './wallets-key.ts'

interface UnlinkWalletProps {
  /** Null: nothing is asked. */
  wallet: LinkedWallet | null
  onClose: () => void
  /** Takes the focus once the wallet is gone. */
  returnTo: () => HTMLElement | null
}

/** Says what it does, asks anew whose the session is, and unlinks. */
export function UnlinkWallet({ wallet, onClose, returnTo }: UnlinkWalletProps) {
  const { t } = useTranslation('wallet')
  const Gate = useProofGate()
  const [round, setRound] = useState(0)
  const [gone, setGone] = useState(false)
  // While it closes it goes on saying what it said.
  const last = useRef<LinkedWallet | null>(wallet)
  if (wallet !== null) last.current = wallet
  const about = last.current
  if (wallet !== null && gone) setGone(false)
  return (
    <Sheet
      open={wallet !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('linked.ask')}
      finalFocus={() => (gone ? (returnTo() ?? true) : true)}
    >
      {about === null ? null : (
        <div className="as-form">
          <p>
            {t('linked.askText', { address: isolatedLtr(shortAddress(about.address)) })}
            {about.isHere ? ` ${t('linked.askHere')}` : null}
          </p>
          <Gate key={`${about.id} ${round}`}>
            <Confirm
              wallet={about}
              onClose={onClose}
              onGone={() => {
                setGone(true)
                onClose()
              }}
              onProofEnded={() => setRound(round + 1)}
            />
          </Gate>
        </div>
      )}
    </Sheet>
  )
}

interface ConfirmProps {
  wallet: LinkedWallet
  onClose: () => void
  onGone: () => void
  /** Too long ago: whose the session is has to be shown once more. */
  onProofEnded: () => void
}

function Confirm({ wallet, onClose, onGone, onProofEnded }: ConfirmProps) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const unlink = async (): Promise<void> => {
    setPending(true)
    try {
      await call(unlinkWallet, { params: { id: wallet.id } })
    } catch (error) {
      setPending(false)
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) return onProofEnded()
      // Said as a toast; the list says how it stands.
      onClose()
      return await queries.invalidateQueries({ queryKey: WALLETS_KEY })
    }
    if (wallet.isHere) {
      const { token, signOut } = useSession.getState()
      if (token !== null) return signOut(t('linked.ended'))
      // The socket was quicker, and does not know why.
      showToast('success', t('linked.ended'))
      return
    }
    showToast('success', t('linked.undone'))
    // Its row goes before the focus is given to another one.
    await queries.invalidateQueries({ queryKey: WALLETS_KEY })
    onGone()
  }
  return (
    <Button variant="caution" size="l" block pending={pending} onClick={() => void unlink()}>
      {t('linked.unlink')}
    </Button>
  )
}
