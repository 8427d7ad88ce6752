import {
  type Deposit,
  getDepositReceipt,
  putDepositReceipt,
  removeDepositReceipt,
} from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { openAddress } from '../../lib/open-address.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { PAPER_ACCEPT, readPaperFault } from '../../lib/upload.ts'
import { useUpload } from '../../lib/use-upload.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { useFundsChanged } from './use-funds.ts'

/** The receipt of a deposit: shown, and his to change until a reviewer has it. */
export function DepositReceipt({ deposit: { id, receipt, state } }: { deposit: Deposit }) {
  const { t } = useTranslation(['funds', 'upload'])
  const changed = useFundsChanged()
  const upload = useUpload(putDepositReceipt)
  const [fault, setFault] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [opening, setOpening] = useState(false)
  const params = { id }
  const send = async (file: File): Promise<void> => {
    const seen = await readPaperFault(file)
    setFault(seen === null ? null : t(`upload:${seen}`))
    if (seen !== null) return
    try {
      if ((await upload.send({ params, files: [file] })) === null) return
      showToast('success', t('receipt.saved'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    }
    await changed()
  }
  const remove = async (): Promise<void> => {
    try {
      await call(removeDepositReceipt, { params })
      showToast('success', t('receipt.removed'))
    } catch {
      // Said as a toast; the list says how it stands.
    }
    await changed()
  }
  const show = async (): Promise<void> => {
    setOpening(true)
    try {
      const { address } = await call(getDepositReceipt, { params })
      if (receipt?.type === 'picture') setShown(address)
      else openAddress(address)
    } catch {
      // Said as a toast.
    }
    setOpening(false)
  }
  return (
    <>
      <div role="alert">{fault === null ? null : <Banner>{fault}</Banner>}</div>
      {upload.percent !== null ? (
        <UploadProgress percent={upload.percent} onCancel={upload.cancel} />
      ) : (
        <div className="fu-buttons">
          {receipt === null ? null : (
            <Button size="s" className="hit" pending={opening} onClick={() => void show()}>
              {t('receipt.show')}
            </Button>
          )}
          {state !== 'pending' ? null : (
            <FilePicker
              small
              label={t(receipt === null ? 'receipt.add' : 'receipt.replace')}
              accept={PAPER_ACCEPT}
              onFile={(file) => void send(file)}
            />
          )}
          {state !== 'pending' || receipt === null ? null : (
            <Button size="s" className="hit" onClick={() => void remove()}>
              {t('receipt.remove')}
            </Button>
          )}
        </div>
      )}
      <Sheet
        open={shown !== null}
        onOpenChange={(next) => {
          if (!next) setShown(null)
        }}
        title={t('receipt.title')}
      >
        {shown === null ? null : <img className="fu-receipt" src={shown} alt={t('receipt.picture')} />}
      </Sheet>
    </>
  )
}
