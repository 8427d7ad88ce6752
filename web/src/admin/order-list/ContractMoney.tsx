import type { ContractTransfer } from '@truestrike/protocol/contract-list-endpoints.ts'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'

/** What the ledger moved for a contract. */
export function ContractMoney({ transfers }: { transfers: readonly ContractTransfer[] }) {
  const { t } = useTranslation(['admin-contracts', 'admin'])
  return (
    <section>
      <h3>{t('transfers')}</h3>
      <table className="adm-ledger">
        <tbody>
          {transfers.map(({ id, timeMs, kind, debit, credit, amount }) => (
            <tr key={id}>
              <td className="text-quiet">
                <bdi>{formatDayAndClock(timeMs)}</bdi>
              </td>
              <td>
                {t(`admin:orders.entries.${kind}`)}{' '}
                <span className="adm-change text-quiet">
                  {t(`admin:orders.accounts.${debit}`)}
                  <Icon of={ArrowRight} size={14} className="flip" />
                  <span className="sr-only">→</span>
                  {t(`admin:orders.accounts.${credit}`)}
                </span>
              </td>
              <td className="end">
                <Num>{formatMoneyExact(amount)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
