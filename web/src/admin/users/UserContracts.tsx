import { useQuery } from '@tanstack/react-query'
import { listAllContracts } from '@truestrike/protocol/contract-list-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { StateBadge } from '../../features/contracts/StateBadge.tsx'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { openPage } from '../frame/page-address.ts'
import { Loaded } from '../table/Loaded.tsx'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

const SHOWN = 20

/** The newest contracts of both books. */
export function UserContracts({ uid }: { uid: string }) {
  const contracts = useQuery({
    queryKey: [USER_KEY, uid, 'contracts'],
    queryFn: () => adminCall(listAllContracts, { query: { search: uid, limit: SHOWN } }),
  })
  return <Loaded of={contracts}>{(data) => <Newest uid={uid} contracts={data.contracts} />}</Loaded>
}

type Listed = NonNullable<(typeof listAllContracts)['types']>['data']['contracts']

function Newest({ uid, contracts }: { uid: string; contracts: Listed }) {
  const { t } = useTranslation([USER_TEXTS, 'contracts', 'admin'])
  if (contracts.length === 0) return <p className="cap">{t('contracts:empty')}</p>
  return (
    <>
      <table className="adm-ledger">
        <tbody>
          {contracts.map(
            ({ contract: { id, symbol, direction, stake, profit, result, state, acceptedAtMs, book } }) => (
              <tr key={id}>
                <td className="text-quiet">
                  <bdi>{formatDayAndClock(acceptedAtMs)}</bdi>
                </td>
                <td>
                  <Num>{pairText(symbol)}</Num> {t(`contracts:direction.${direction}`)}
                  <span className="cap"> {t(`admin:dashboard.books.${book}`)}</span>
                </td>
                <td className="end">
                  <Num>{formatMoneyExact(stake)}</Num>
                </td>
                <td className="end">
                  {result === null ? (
                    <StateBadge state={state} />
                  ) : (
                    <Num>{formatMoneySignedExact(profit)}</Num>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <Button size="s" onClick={() => openPage('order-list', `?search=${uid}`)}>
        {t('allContracts')}
      </Button>
    </>
  )
}
