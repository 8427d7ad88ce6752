import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/money-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { openPage } from '../frame/page-address.ts'
import { UserCell, Waiting } from '../orders/order-cells.tsx'

const QUEUES = [
  { key: 'withdrawOrders', page: 'withdraw-orders', letter: 'W', icon: ArrowUpFromLine },
  { key: 'rechargeOrders', page: 'recharge-orders', letter: 'R', icon: ArrowDownToLine },
] as const

/** What waits for a reviewer, oldest first. */
export function PendingWork({ of }: { of: Dashboard['pending'] }) {
  const { t } = useTranslation('admin')
  const rows = QUEUES.flatMap(({ key, ...queue }) =>
    (of[key]?.oldest ?? []).map((task) => ({ ...queue, task })),
  ).toSorted((a, b) => b.task.waitingMs - a.task.waitingMs)
  return (
    <section className="panel adm-block">
      <h2>
        {t('dashboard.pending')} <span className="cap">{t('dashboard.oldestFirst')}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="adm-nothing">{t('dashboard.nothingPending')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('dashboard.task')}</th>
              <th scope="col">{t('orders.column.order')}</th>
              <th scope="col">{t('orders.column.user')}</th>
              <th scope="col" className="end">
                {t('dashboard.amount')}
              </th>
              <th scope="col">{t('orders.column.waiting')}</th>
              <th scope="col">
                <span className="sr-only">{t('dashboard.review')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ page, letter, icon, task }) => (
              <tr key={`${letter}${task.id}`}>
                <td>
                  <span className="adm-icon-line">
                    <Icon of={icon} size={16} />
                    {t(`page.${page}`)}
                  </span>
                </td>
                <td>
                  <Num>{`${letter}${task.id}`}</Num>
                </td>
                <td>
                  <UserCell {...task} />
                </td>
                <td className="end">
                  <b>
                    <Num>{formatMoney(task.amount)}</Num>
                  </b>
                </td>
                <td>
                  <Waiting fromMs={task.createdMs} endedMs={null} />
                </td>
                <td className="end">
                  <Button
                    size="s"
                    variant="tint"
                    onClick={() =>
                      openPage(
                        page,
                        `?state=${task.takenBy === null ? 'pending' : 'processing'}&order=${task.id}`,
                      )
                    }
                  >
                    {t('dashboard.review')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
