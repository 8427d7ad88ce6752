import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { Check, Landmark, TriangleAlert, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReviewerCell, UserCell, Waiting } from '../orders/order-cells.tsx'
import { shortAddress } from '../orders/short-address.ts'
import type { Column } from '../table/DataTable.tsx'
import { isWhole, type KnownChecks, type Passed } from './use-checks.ts'

/** As the order is called everywhere: W and its number. */
export const withdrawNumber = (id: string): string => `W${id}`

export function useWithdrawColumns({ passed, isFailed }: KnownChecks): Column<ReviewedWithdrawal>[] {
  const { t } = useTranslation('admin')
  return [
    {
      ...{ key: 'id', label: t('orders.column.order'), sort: 'order' },
      cell: ({ id }) => <Num>{withdrawNumber(id)}</Num>,
    },
    { key: 'user', label: t('orders.column.user'), cell: (row) => <UserCell {...row} /> },
    { key: 'to', label: t('orders.column.destination'), cell: (row) => <Destination {...row} /> },
    {
      ...{ key: 'amount', label: t('orders.column.amount'), isFigure: true },
      cell: ({ amount }) => <Num>{formatMoneyExact(amount)}</Num>,
    },
    {
      ...{ key: 'actual', label: t('orders.column.net'), isFigure: true },
      cell: ({ actual }) => (
        <b>
          <Num>{formatMoneyExact(actual)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'checks', label: t('orders.column.checks') },
      cell: ({ id }) => <Checks of={passed.get(id)} isFailed={isFailed} />,
    },
    {
      ...{ key: 'reviewer', label: t('orders.column.reviewer') },
      cell: (row) => <ReviewerCell {...row} />,
    },
    {
      ...{ key: 'waiting', label: t('orders.column.waiting'), isFigure: true },
      cell: ({ createdMs, endedMs }) => <Waiting fromMs={createdMs} endedMs={endedMs} />,
    },
  ]
}

function Destination({ method, address, bankName, accountEnd }: ReviewedWithdrawal) {
  return (
    <span className="adm-icon-line">
      <Icon of={method === 'bank' ? Landmark : Wallet} size={16} />
      {method === 'bank' ? (
        <bdi>{`${bankName ?? ''} ·· ${accountEnd ?? ''}`}</bdi>
      ) : (
        <Num className="mono">{shortAddress(address ?? '')}</Num>
      )}
    </span>
  )
}

function Checks({ of, isFailed }: { of: Passed | undefined; isFailed: boolean }) {
  if (of === undefined) return isFailed ? '–' : <Skeleton width={44} height={20} />
  return (
    <Badge icon={isWhole(of) ? Check : TriangleAlert} {...(isWhole(of) ? {} : { tone: 'caution' as const })}>
      <Num>{`${of.passed}/${of.of}`}</Num>
    </Badge>
  )
}
