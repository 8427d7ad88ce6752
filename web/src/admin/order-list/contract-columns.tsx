import type { ContractOfUser } from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { StateBadge } from '../../features/contracts/StateBadge.tsx'
import { formatDuration } from '../../lib/duration-format.ts'
import { formatMoneyExact, MISSING, toneOf } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Num } from '../../ui/Num.tsx'
import { UserCell } from '../orders/order-cells.tsx'
import type { Column } from '../table/DataTable.tsx'

const timeText = (timeMs: number | null) =>
  timeMs === null ? MISSING : <bdi>{formatDayAndClock(timeMs)}</bdi>

/** What became of it, in one word; open ones say where they are. */
function Result({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  return contract.result === null ? <StateBadge state={contract.state} /> : t(`result.${contract.result}`)
}

export function useContractColumns(): Column<ContractOfUser & { id: string }>[] {
  const { t } = useTranslation(['contracts', 'admin'])
  const { fundsMode } = useSiteInfo()
  const figure = (
    key: string,
    label: string,
    text: (contract: Contract) => string,
    more: Pick<Column<never>, 'sort' | 'isExtra' | 'isFigure'> = {},
  ): Column<ContractOfUser & { id: string }> => ({
    ...{ key, label, isFigure: true, ...more },
    cell: ({ contract }) => <Num>{text(contract)}</Num>,
  })
  const time = (
    key: string,
    label: string,
    of: (contract: Contract) => number | null,
    more: Pick<Column<never>, 'sort' | 'isExtra' | 'isFigure'> = {},
  ): Column<ContractOfUser & { id: string }> => ({
    ...{ key, label, ...more },
    cell: ({ contract }) => timeText(of(contract)),
  })
  return [
    {
      ...{ key: 'orderNo', label: t('orderNo') },
      cell: ({ contract }) => <Num>{contract.orderNo}</Num>,
    },
    { key: 'user', label: t('admin:orders.column.user'), cell: (row) => <UserCell {...row} /> },
    {
      ...{ key: 'symbol', label: t('admin:dashboard.product') },
      cell: ({ contract }) => (
        <b>
          <Num>{pairText(contract.symbol)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'direction', label: t('filter.direction') },
      cell: ({ contract: { direction } }) => (
        <DirectionTag direction={direction} label={t(`direction.${direction}`)} />
      ),
    },
    figure('stake', t('stake'), ({ stake }) => formatMoneyExact(stake), { sort: 'stake' }),
    figure('payout', t('payout'), ({ payoutBps }) => formatBps(payoutBps), { isExtra: true }),
    {
      ...{ key: 'duration', label: t('duration'), isFigure: true },
      cell: ({ contract }) => <bdi>{formatDuration(contract.durationSeconds)}</bdi>,
    },
    time('accepted', t('accepted'), ({ acceptedAtMs }) => acceptedAtMs, { sort: 'time' }),
    time('expires', t('ends'), ({ expiresAtMs }) => expiresAtMs, { isExtra: true }),
    time('settled', t('settledAt'), ({ settledAtMs }) => settledAtMs, { isExtra: true }),
    figure('openingPrice', t('openingPrice'), ({ openingPrice }) => formatPrice(openingPrice), {
      isExtra: true,
    }),
    figure('closingPrice', t('closingPrice'), ({ closingPrice }) => formatPrice(closingPrice), {
      isExtra: true,
    }),
    { key: 'result', label: t('filter.result'), cell: ({ contract }) => <Result contract={contract} /> },
    {
      ...{ key: 'profit', label: t('profitLoss'), isFigure: true },
      cell: ({ contract: { profit } }) => <Num tone={toneOf(profit)}>{formatMoneySignedExact(profit)}</Num>,
    },
    {
      ...{ key: 'book', label: t('admin:dashboard.book') },
      cell: ({ contract: { book } }) => <FundsBadge funds={book === 'demo' ? book : fundsMode} />,
    },
  ]
}
