import type { LedgerEntry } from '@truestrike/protocol/order-details-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatMoneySigned } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'

interface OrderLedgerProps {
  entries: readonly LedgerEntry[]
  /** What the open order is called in the ledger. */
  ownRef: string
}

/** The user's newest transfers, and what was available after each. */
export function OrderLedger({ entries, ownRef }: OrderLedgerProps) {
  const { t } = useTranslation('admin')
  return (
    <section>
      <h3>{t('orders.ledger')}</h3>
      {entries.length === 0 ? (
        <p className="cap">{t('orders.ledgerNone')}</p>
      ) : (
        <table className="adm-ledger">
          <tbody>
            {entries.map(({ id, timeMs, kind, ref, change, available }) => (
              <tr key={id} className={classes(ref === ownRef && 'adm-own')}>
                <td className="text-quiet">
                  <bdi>{formatDayAndClock(timeMs)}</bdi>
                </td>
                <td>
                  <Num>{kind}</Num> <Num className="text-quiet">{ref}</Num>
                </td>
                <td className="end">
                  <Num>{formatMoneySigned(change)}</Num>
                </td>
                <td className="end text-soft">
                  <Num>{formatMoney(available)}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
