import type { LedgerEntry } from '@truestrike/protocol/order-details-endpoints.ts'
import { listUserLedger } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage, useMay } from '../frame/use-may.ts'

interface OrderLedgerProps {
  entries: readonly LedgerEntry[]
  /** What the open order is called in the ledger. */
  ownRef: string
  /** Whose all entries are a way on. */
  uid?: string | undefined
}

/** An amount of zero: the transfer moved what is frozen or in position. */
const NOTHING = /^-?[0.]+$/

/** Transfers that changed what is available of a user, and what was available after each. */
export function OrderLedger({ entries: all, ownRef, uid }: OrderLedgerProps) {
  const { t } = useTranslation('admin')
  const mayList = useMay(listUserLedger)
  const entries = all.filter(({ change }) => !NOTHING.test(change))
  return (
    <section>
      <h3 className="adm-ledger-head">
        {t('orders.ledger')}
        {uid !== undefined && mayList && mayOpenPage('users') ? (
          <button type="button" className="link" onClick={() => openPage('users', `?user=${uid}&tab=ledger`)}>
            {t('orders.ledgerAll')}
          </button>
        ) : null}
      </h3>
      {entries.length === 0 ? (
        <p className="cap">{t('orders.ledgerNone')}</p>
      ) : (
        <table className="adm-ledger">
          <tbody>
            {entries.map(({ id, timeMs, kind, ref, contract, change, available }) => (
              <tr key={id} className={classes(ref === ownRef && 'adm-own')}>
                <td className="text-quiet">
                  <bdi>{formatDayAndClock(timeMs)}</bdi>
                </td>
                <td>
                  {t(`orders.entries.${kind}`)}{' '}
                  <span className="text-quiet">
                    <About of={ref} contract={contract} />
                  </span>
                </td>
                <td className="end">
                  <Num>{formatMoneySignedExact(change)}</Num>
                </td>
                <td className="end text-soft">
                  <Num>{formatMoneyExact(available)}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Of orders, the letter before their number. */
const LETTERS: Record<string, string> = {
  deposit: 'R',
  withdrawal: 'W',
  'withdrawal-return': 'W',
  'withdrawal-correction': 'W',
}

/** As pages call it: an order by its number, a contract by what was bought. For the others the kind says it all. */
function About({ of, contract }: { of: string; contract: LedgerEntry['contract'] }) {
  const { t } = useTranslation('admin')
  if (contract !== null)
    return (
      <>
        <Num>{pairText(contract.symbol)}</Num> {t(`dashboard.${contract.direction}`)}
      </>
    )
  const [what = '', number = ''] = of.split(':')
  const letter = LETTERS[what]
  return letter === undefined ? null : <Num>{`${letter}${number}`}</Num>
}
