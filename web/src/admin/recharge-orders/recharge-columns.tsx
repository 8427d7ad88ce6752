import type { ReviewedDeposit } from '@truestrike/protocol/review-endpoints.ts'
import { FileText, Image, Landmark, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { ReviewerCell, UserCell, Waiting } from '../orders/order-cells.tsx'
import { shortAddress } from '../orders/short-address.ts'
import type { Column } from '../table/DataTable.tsx'

/** As the order is called everywhere: R and its number. */
export const rechargeNumber = (id: string): string => `R${id}`

export function useRechargeColumns(): Column<ReviewedDeposit>[] {
  const { t } = useTranslation('admin')
  return [
    {
      ...{ key: 'id', label: t('orders.column.order'), sort: 'order' },
      cell: ({ id }) => <Num>{rechargeNumber(id)}</Num>,
    },
    { key: 'user', label: t('orders.column.user'), cell: (row) => <UserCell {...row} /> },
    {
      ...{ key: 'method', label: t('orders.method') },
      cell: ({ kind, network }) => (
        <span className="adm-icon-line">
          <Icon of={kind === 'bank' ? Landmark : Wallet} size={16} />
          {t(`orders.methods.${network ?? kind}`)}
        </span>
      ),
    },
    {
      ...{ key: 'receipt', label: t('orders.column.receipt') },
      cell: ({ receipt }) =>
        receipt === null ? (
          <span className="text-quiet">{t('orders.noReceipt')}</span>
        ) : (
          <span className="adm-icon-line">
            <Icon of={receipt.type === 'pdf' ? FileText : Image} size={16} />
            {t(`orders.receipts.${receipt.type}`)}
          </span>
        ),
    },
    {
      ...{ key: 'amount', label: t('orders.column.amount'), isFigure: true },
      cell: ({ amount }) => (
        <b>
          <Num>{formatMoneyExact(amount)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'reviewer', label: t('orders.column.reviewer') },
      cell: (row) => <ReviewerCell {...row} />,
    },
    {
      ...{ key: 'transaction', label: t('orders.column.transaction'), isExtra: true },
      text: ({ transactionId }) => transactionId,
      cell: ({ transactionId }) =>
        transactionId === null ? (
          <span className="text-quiet">–</span>
        ) : (
          <bdi className="mono">{shortAddress(transactionId)}</bdi>
        ),
    },
    {
      ...{ key: 'waiting', label: t('orders.column.waiting'), isFigure: true },
      cell: ({ createdMs, endedMs }) => <Waiting fromMs={createdMs} endedMs={endedMs} />,
    },
  ]
}
