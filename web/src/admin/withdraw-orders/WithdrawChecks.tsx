import type { WithdrawalChecks } from '@truestrike/protocol/order-details-endpoints.ts'
import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { Icon } from '../../ui/Icon.tsx'

/** What the server has looked at for the reviewer; none of it decides. */
export function WithdrawChecks({ of }: { of: WithdrawalChecks }) {
  const { t } = useTranslation('admin')
  const { active, covered, ledger, address, usedBefore, unchanged, device } = of
  const lines = [
    { name: 'active', isPassed: active.passed, values: {} },
    { name: 'covered', isPassed: covered.passed, values: {} },
    {
      ...{ name: 'ledger', isPassed: ledger.passed },
      values: { entries: ledger.entries, difference: formatMoneyExact(ledger.difference) },
    },
    ...(address === null ? [] : [{ name: 'address', isPassed: address.passed, values: {} }]),
    {
      ...{ name: 'usedBefore', isPassed: usedBefore.passed },
      values: {
        times: usedBefore.times,
        since: usedBefore.sinceMs === null ? '' : formatDayYear(usedBefore.sinceMs),
      },
    },
    { name: 'unchanged', isPassed: unchanged.passed, values: {} },
    {
      ...{ name: 'device', isPassed: device.passed },
      values: { device: [device.browser, device.system].filter((word) => word !== null).join(', ') || '--' },
    },
  ]
  return (
    <section>
      <h3>
        {t('orders.column.checks')}{' '}
        <span className="cap">
          {t('orders.passed', {
            count: lines.filter(({ isPassed }) => isPassed).length,
            all: lines.length,
          })}
        </span>
      </h3>
      <ul className="adm-checks">
        {lines.map(({ name, isPassed, values }) => (
          <li key={name} className={isPassed ? undefined : 'adm-warn'}>
            <Icon of={isPassed ? Check : TriangleAlert} size={16} />
            <span>{t(`orders.check.${name}.${isPassed ? 'passed' : 'failed'}`, values)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
