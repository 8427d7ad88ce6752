import { resetDemoBalance } from '@truestrike/protocol/limits-endpoints.ts'
import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isOutcomeUnknown } from '../../lib/api-error.ts'
import { newRequestId } from '../../lib/new-request-id.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { loadUserInfo } from '../../lib/user-info.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Brings the practice balance back to what a new user has. */
export function ResetDemo() {
  const { t } = useTranslation('security')
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  // Kept while nobody knows whether the server acted: the same request never acts twice.
  const requestId = useRef<string | null>(null)
  const confirm = async () => {
    requestId.current ??= newRequestId()
    setPending(true)
    try {
      await call(resetDemoBalance, { body: { requestId: requestId.current } })
      requestId.current = null
      showToast('success', t('reset.done'))
      setAsking(false)
      void loadUserInfo()
    } catch (error) {
      if (!isOutcomeUnknown(error)) requestId.current = null
    }
    setPending(false)
  }
  return (
    <>
      <Button size="s" className="hit" icon={RotateCcw} onClick={() => setAsking(true)}>
        {t('reset.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('reset.ask')}
        confirmLabel={t('reset.action')}
        onConfirm={() => void confirm()}
        pending={pending}
      >
        {t('reset.text')}
      </ConfirmDialog>
    </>
  )
}
