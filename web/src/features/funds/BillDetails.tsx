import type { Bill } from '@truestrike/protocol/bill-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDayAndClock } from '../../lib/time-format.ts'

export const METHODS = ['bank', 'eth', 'tron'] as const

/** Of a deposit or a withdrawal, as the operator knows it. */
const NUMBERED: Readonly<Record<string, string>> = { deposit: 'R', withdrawal: 'W' }

/** What one bill is about: when, by which method, in whose words, and where its contract or request is. */
export function BillDetails({ bill }: { bill: Bill }) {
  const { t } = useTranslation('funds')
  const [about = '', id = ''] = bill.ref.split(':')
  const [network, ...address] = (bill.method ?? '').split(' ')
  const method = METHODS.find((each) => each === network)
  const isOpen = bill.status === 'pending' || bill.status === 'processing'
  const rows: [string, string][] = [
    ...(NUMBERED[about] === undefined
      ? []
      : [[t('bill.number'), `${NUMBERED[about]}${id}`] as [string, string]]),
    [t('bill.created'), formatDayAndClock(bill.createdMs)],
    [t('bill.completed'), bill.completedMs === null ? '--' : formatDayAndClock(bill.completedMs)],
    ...(method === undefined
      ? []
      : [[t('method.label'), [t(`method.${method}`), ...address].join(' ')] as [string, string]]),
    ...(bill.reference === null ? [] : [[t('bill.reference'), bill.reference] as [string, string]]),
    ...(bill.remark === null ? [] : [[t('bill.remark'), bill.remark] as [string, string]]),
  ]
  return (
    <div className="fu-details">
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} className="fu-detail">
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {about === 'contract' ? (
        <Link className="link hit" to={`/contract-record?tab=history&contract=${id}`}>
          {t('bill.contract')}
        </Link>
      ) : NUMBERED[about] !== undefined && isOpen ? (
        <Link className="link hit" to="/account?section=wallet">
          {t('bill.request')}
        </Link>
      ) : null}
    </div>
  )
}
