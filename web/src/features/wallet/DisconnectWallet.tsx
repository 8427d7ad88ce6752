import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWayOut } from '../../lib/sign-out.ts'
import { findKey } from '../../lib/wallet/found-wallets.ts'
import { readWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** How a wallet user leaves: the wallet forgets the site where it can, the session ends. */
export function DisconnectWallet() {
  const { t } = useTranslation('wallet')
  const leave = useWayOut()
  const [asking, setAsking] = useState(false)
  const disconnect = (): void => {
    const wallet = readWalletSession()
    const found = wallet === null ? null : findKey(wallet.key, wallet.chain)
    found?.connector.disconnect().catch(() => undefined)
    leave()
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
        onConfirm={disconnect}
      >
        {t('disconnect.text')}
      </ConfirmDialog>
    </>
  )
}
