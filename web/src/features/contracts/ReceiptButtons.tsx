import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { Download, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../lib/download.ts'
import { Button } from '../../ui/Button.tsx'
import { receiptFileName } from './receipt-lines.ts'
import type { ReceiptView } from './use-receipt.ts'

export function ReceiptButtons({ contract, receipt }: { contract: Contract; receipt: ReceiptView }) {
  const { t } = useTranslation('proof')
  const { loaded, busy, again } = receipt
  return (
    <>
      <Button
        icon={Download}
        disabled={loaded === undefined}
        onClick={() => downloadJson(receiptFileName(contract, receipt), loaded?.json)}
      >
        {t('receipt.download')}
      </Button>
      <Button icon={RefreshCw} pending={busy} onClick={again}>
        {t('receipt.again')}
      </Button>
    </>
  )
}
