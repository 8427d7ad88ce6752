import { getRechargeReceipt } from '@truestrike/protocol/order-details-endpoints.ts'
import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import { FileText, Image, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openAddress } from '../../lib/open-address.ts'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import type { Acts } from '../orders/use-acts.ts'
import { rechargeNumber } from './recharge-columns.tsx'

interface ReceiptViewProps {
  order: Pick<ReviewedDeposit, 'id' | 'receipt'>
  acts: Acts
}

/** The receipt of a deposit: a picture is shown here when it is asked for, by an address for this session and a minute; a PDF is saved. */
export function ReceiptView({ order: { id, receipt }, acts }: ReceiptViewProps) {
  const { t } = useTranslation('admin')
  const [shown, setShown] = useState<string | null>(null)
  if (receipt === null)
    return (
      <p className="cap">
        {t('orders.column.receipt')}: {t('orders.noReceipt')}
      </p>
    )
  if (shown !== null)
    return <Picture address={shown} alt={t('orders.receiptOf', { number: rechargeNumber(id) })} />
  const isPdf = receipt.type === 'pdf'
  const open = async (): Promise<void> => {
    const { address } = await adminCall(getRechargeReceipt, { params: { id } })
    if (isPdf) openAddress(address)
    else setShown(address)
  }
  return (
    <Button
      size="s"
      icon={isPdf ? FileText : Image}
      pending={acts.pending === 'receipt'}
      disabled={acts.isHeld('receipt')}
      onClick={() => void acts.act('receipt', open)}
    >
      {t('orders.receipt')}
    </Button>
  )
}

/** As wide as the drawer, or of its own size, moved within its frame: small print has to be read. */
function Picture({ address, alt }: { address: string; alt: string }) {
  const { t } = useTranslation('admin')
  const [isLarge, setLarge] = useState(false)
  return (
    <figure className="adm-receipt" data-large={isLarge ? '' : undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be scrolled by keys, too. */}
      <section aria-label={alt} tabIndex={0}>
        <img src={address} alt={alt} />
      </section>
      <Button size="s" icon={isLarge ? ZoomOut : ZoomIn} onClick={() => setLarge(!isLarge)}>
        {t(isLarge ? 'orders.receiptFit' : 'orders.receiptEnlarge')}
      </Button>
    </figure>
  )
}
