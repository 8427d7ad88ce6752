import type { RechargeOrderDetails } from '@truestrike/protocol/order-details-endpoints.ts'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/Num.tsx'

type OrderUserOf = RechargeOrderDetails['user']

interface OrderUserProps {
  username: string
  uid: string
  /** Comes a moment later. */
  details: OrderUserOf | undefined
}

/** Who asks. */
export function OrderUser({ username, uid, details }: OrderUserProps) {
  const { t } = useTranslation('admin')
  return (
    <div className="adm-user">
      <Avatar name={username} picture={null} size={32} />
      <span className="col flex-1">
        <b>
          <bdi>{username}</bdi>
        </b>
        <span className="cap">
          {t('orders.uid')} <Num>{uid}</Num>
          {details === undefined ? null : (
            <> · {t('orders.joined', { date: formatDayYear(details.joinedMs) })}</>
          )}
        </span>
        {details?.frozen ? (
          <span>
            <Badge icon={TriangleAlert} tone="caution">
              {t('orders.check.active.failed')}
            </Badge>
          </span>
        ) : null}
      </span>
      {details === undefined ? null : (
        <span className="col adm-user-total">
          <Num>{formatMoneyExact(details.total)}</Num>
          <span className="cap">{t('orders.balance')}</span>
        </span>
      )}
    </div>
  )
}
