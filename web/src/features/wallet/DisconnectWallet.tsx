import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { signOutHere } from '../../lib/sign-out.ts'
import { findKey } from '../../lib/wallet/found-wallets.ts'
import { readWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** How a wallet user leaves: the wallet forgets the site where it can, the session ends. */
export function DisconnectWallet() {
  const { t } = useTranslation('wallet')
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const leave = async (): Promise<void> => {
    setPending(true)
    const wallet = readWalletSession()
    const found = wallet === null ? null : findKey(wallet.key, wallet.chain)
    found?.connector.disconnect().catch(() => undefined)
    await signOutHere()
    void navigate('/login', { replace: true })
  }
  return (
    <>
      <Button icon={Unplug} className="hit" onClick={() => setAsking(true)}>
        {t('disconnect.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('disconnect.title')}
        confirmLabel={t('disconnect.action')}
        onConfirm={() => void leave()}
        pending={pending}
      >
        {t('disconnect.text')}
      </ConfirmDialog>
    </>
  )
}
