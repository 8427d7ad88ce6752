import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { ArrowDownToLine, ArrowUpFromLine, BadgeCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { openPage } from '../frame/page-address.ts'
import { UserCell, Waiting } from '../orders/order-cells.tsx'
import { isWhole, type Passed, useChecks } from '../withdraw-orders/use-checks.ts'

const QUEUES = [
  { key: 'withdrawOrders', kind: 'withdraw', page: 'withdraw-orders', letter: 'W', icon: ArrowUpFromLine },
  { key: 'rechargeOrders', kind: 'recharge', page: 'recharge-orders', letter: 'R', icon: ArrowDownToLine },
] as const

/** A withdrawal's checks cost more than the figures beside them, and change more slowly. */
const CHECK_EVERY_MS = 60_000

/** What waits for a reviewer, oldest first. */
export function PendingWork({ of }: { of: Dashboard['pending'] }) {
  const { t } = useTranslation('admin')
  const { passed } = useChecks(
    (of.withdrawOrders?.oldest ?? []).map(({ id }) => id),
    CHECK_EVERY_MS,
  )
  const money = QUEUES.flatMap(({ key, kind, page, letter, icon }) =>
    (of[key]?.oldest ?? []).map((task) => ({
      ...{ key: `${letter}${task.id}`, icon, task, label: t(`dashboard.tasks.${kind}`), amount: task.amount },
      note:
        // An older process beside this one answers without it.
        task.receipt == null ? <ChecksNote of={passed.get(task.id)} /> : <ReceiptNote is={task.receipt} />,
      number: `${letter}${task.id}`,
      open: () =>
        openPage(page, `?state=${task.takenBy === null ? 'pending' : 'processing'}&order=${task.id}`),
    })),
  )
  const identities = (of.identityChecks?.oldest ?? []).map((task) => ({
    ...{ key: `identity-${task.id}`, icon: BadgeCheck, task, label: t('orders.identity') },
    ...{ amount: null, number: '', note: null },
    open: () => openPage('identity-checks', `?user=${task.uid}&tab=identity`),
  }))
  const rows = [...money, ...identities].toSorted((a, b) => b.task.waitingMs - a.task.waitingMs)
  return (
    <section className="panel adm-block">
      <h2>
        {t('dashboard.pending')} <span className="cap">{t('dashboard.oldestFirst')}</span>
      </h2>
      <WholeQueue of={of} />
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
              <th scope="col">{t('dashboard.note')}</th>
              <th scope="col">
                <span className="sr-only">{t('dashboard.review')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, icon, task, label, number, amount, note, open }) => (
              <tr key={key}>
                <td>
                  <span className="adm-icon-line">
                    <Icon of={icon} size={16} />
                    {label}
                  </span>
                </td>
                <td>
                  <Num>{number}</Num>
                </td>
                <td>
                  <UserCell {...task} />
                </td>
                <td className="end">
                  <b>{amount === null ? null : <Num>{formatMoneyExact(amount)}</Num>}</b>
                </td>
                <td>
                  <Waiting fromMs={task.createdMs} endedMs={null} />
                </td>
                <td>{note}</td>
                <td className="end">
                  <Button size="s" variant="tint" onClick={open}>
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

/** The ways to all that is pending, each with how many that are, as the tabs there count them; where all is being processed, to that. */
function WholeQueue({ of }: { of: Dashboard['pending'] }) {
  const { t } = useTranslation('admin')
  const { identityChecks } = of
  const money = QUEUES.flatMap(({ key, kind, page }) => {
    const queue = of[key]
    if (queue === null || queue.count === 0) return []
    // An older process beside this one answers without those that are being processed.
    const count = queue.count - (queue.processing ?? 0)
    const search = count === 0 ? '?state=processing' : ''
    return { key: page, label: t(`shell.pending.${kind}`), count, open: () => openPage(page, search) }
  })
  const identities = {
    ...{ key: 'users', label: t('orders.identity'), count: identityChecks?.count ?? 0 },
    open: () => openPage('identity-checks'),
  }
  const queues = identities.count === 0 ? money : [...money, identities]
  if (queues.length === 0) return null
  return (
    <nav className="adm-queue" aria-label={t('dashboard.wholeQueue')}>
      <span className="cap">{t('dashboard.wholeQueue')}</span>
      {queues.map(({ key, label, count, open }) => (
        <Button key={key} size="s" variant="ghost" onClick={open}>
          {label} <Num>{count}</Num>
        </Button>
      ))}
    </nav>
  )
}

function ChecksNote({ of }: { of: Passed | undefined }) {
  const { t } = useTranslation('admin')
  if (of === undefined) return null
  return <Noted isWell={isWhole(of)}>{t('dashboard.notes.checks', { count: of.passed, all: of.of })}</Noted>
}

function ReceiptNote({ is }: { is: boolean }) {
  const { t } = useTranslation('admin')
  return <Noted isWell={is}>{t(is ? 'dashboard.notes.receipt' : 'dashboard.notes.noReceipt')}</Noted>
}

function Noted({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  if (isWell) return <span className="text-soft">{children}</span>
  return (
    <Badge tone="caution" icon={TriangleAlert}>
      {children}
    </Badge>
  )
}
