import { useQuery } from '@tanstack/react-query'
import { type ContractOfUser, getAnyContract } from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { ListTree, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LifeChart } from '../../features/contracts/LifeChart.tsx'
import { StateBadge } from '../../features/contracts/StateBadge.tsx'
import { formatDuration } from '../../lib/duration-format.ts'
import { groupedSeq } from '../../lib/log-number.ts'
import { formatMoneyExact, MISSING, toneOf } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatBps, formatPrice } from '../../lib/price-format.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { DirectionTag } from '../../ui/DirectionTag.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'
import { OrderUser } from '../orders/OrderUser.tsx'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { ContractMoney } from './ContractMoney.tsx'
import { ContractProof } from './ContractProof.tsx'

interface ContractAsideProps extends RowSteps {
  row: ContractOfUser
}

/** One contract beside the list: whose it is, what it was about, its receipt and its money. Nothing of it can be changed. */
export function ContractAside({ row, ...steps }: ContractAsideProps) {
  const { t } = useTranslation(['contracts', 'admin-contracts'])
  const { data } = useQuery({
    queryKey: ['admin-contract', row.contract.id, row.contract.state, row.contract.result],
    queryFn: () => adminCall(getAnyContract, { params: { id: row.contract.id } }),
  })
  const { contract, uid, username } = { ...row, ...data }
  return (
    <RowDrawer
      label={t('details')}
      title={contract.orderNo}
      badges={<StateBadge state={contract.state} />}
      {...steps}
    >
      <Outcome contract={contract} />
      <OrderUser {...{ uid, username }} details={undefined} />
      <div className="adm-buttons">
        {mayOpenPage('users') ? (
          <Button size="s" icon={UserRound} onClick={() => openPage('users', `?search=${uid}`)}>
            {t('admin-contracts:toUser')}
          </Button>
        ) : null}
        {mayOpenPage('tick-log') ? (
          <Button
            size="s"
            icon={ListTree}
            onClick={() => openPage('tick-log', `?symbol=${contract.symbol}&seq=${contract.openAfterSeq}`)}
          >
            {t('admin-contracts:toLog')}
          </Button>
        ) : null}
      </div>
      {contract.profit === null ? null : <LifeChart contract={contract} />}
      {contract.cancelReason === null ? null : (
        <Banner tone="info" title={t('whyCancelled')}>
          {t(`proof:months.reason.${contract.cancelReason}`)}
        </Banner>
      )}
      <ContractProof contract={contract} />
      {data === undefined ? (
        <Skeleton width="100%" height={96} />
      ) : (
        <ContractMoney transfers={data.transfers} />
      )}
      <Terms contract={contract} />
    </RowDrawer>
  )
}

function Outcome({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  const { fundsMode } = useSiteInfo()
  const { book, symbol, direction, stake, payoutBps, profit } = contract
  return (
    <div className="adm-figure">
      <span className="col">
        <span className="adm-icon-line">
          <Num>{pairText(symbol)}</Num>
          <DirectionTag direction={direction} label={t(`direction.${direction}`)} />
        </span>
        <b>
          <Num tone={toneOf(profit)} unit="USDT">
            {formatMoneySignedExact(profit)}
          </Num>
        </b>
      </span>
      <span className="col cap">
        <span>
          <FundsBadge funds={book === 'demo' ? book : fundsMode} />
        </span>
        <span>{contract.result === null ? null : t(`result.${contract.result}`)}</span>
        <span>
          {t('stake')} <Num>{`${formatMoneyExact(stake)} × ${formatBps(payoutBps)}`}</Num>
        </span>
      </span>
    </div>
  )
}

function Terms({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  const time = (timeMs: number | null) => (timeMs === null ? MISSING : <bdi>{formatDayAndClock(timeMs)}</bdi>)
  const lines = [
    ['accepted', time(contract.acceptedAtMs)],
    ['openingPrice', <Num key="price">{formatPrice(contract.openingPrice)}</Num>],
    ['openingTime', time(contract.openingTimeMs)],
    ['ends', time(contract.expiresAtMs)],
    ['closingPrice', <Num key="price">{formatPrice(contract.closingPrice)}</Num>],
    ['closingTime', time(contract.closingTimeMs)],
    ['settledAt', time(contract.settledAtMs)],
    ['duration', formatDuration(contract.durationSeconds, 'long')],
    ['source', t(`sources.${contract.source}`, { defaultValue: contract.source })],
    ['ruleVersion', <Num key="version">{contract.ruleVersion}</Num>],
  ] as const
  return (
    <ValueList
      lines={[
        ...lines.map(([key, value]) => ({ key, label: t(key), value })),
        {
          ...{ key: 'seq', label: t('admin-contracts:openAfter') },
          value: <Num>{groupedSeq(contract.openAfterSeq)}</Num>,
        },
      ]}
    />
  )
}
