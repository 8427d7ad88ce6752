import { listAllContracts } from '@truestrike/protocol/contract-list-endpoints.ts'
import type { Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { ArrowDown, ArrowUp, ArrowUpDown, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMinute } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { shareText } from '../dashboard/figure-texts.ts'
import { openPage } from '../frame/page-address.ts'
import { useMay } from '../frame/use-may.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { type Column, DataTable } from '../table/DataTable.tsx'
import { useColumns } from '../table/use-columns.ts'

type RiskRow = Risk['products'][number] & { id: string }

const WAYS = { up: ArrowUp, down: ArrowDown, mixed: ArrowUpDown } as const

interface RiskTableProps {
  of: Risk
  chosen: string | null
  /** Its expiries are then drawn. */
  onChoose(symbol: string): void
}

/** Each product: both sides, the worst case, the fullest minute and whether new contracts are still taken. */
export function RiskTable({ of, chosen, onChoose }: RiskTableProps) {
  const { t } = useTranslation(['admin-market', 'admin'])
  const { shown, choices } = useColumns('risk', useRiskColumns(of.book))
  const worst = ({ worstCase }: RiskRow): bigint => microsOf(worstCase) ?? 0n
  const rows = of.products
    .map((product) => ({ ...product, id: product.symbol }))
    .toSorted((a, b) => {
      const fuller = (b.fullest?.shareBps ?? 0) - (a.fullest?.shareBps ?? 0)
      return fuller !== 0 ? fuller : worst(b) > worst(a) ? 1 : worst(b) < worst(a) ? -1 : 0
    })
  return (
    <section className="panel adm-block">
      <h2>
        {t('admin:dashboard.exposure')} <span className="cap flex-1">{t('risk.chooseNote')}</span>
        <ColumnMenu {...choices} />
      </h2>
      <DataTable
        label={t('admin:dashboard.exposure')}
        columns={shown}
        rows={rows}
        currentId={chosen}
        onOpen={({ id }) => onChoose(id)}
      />
    </section>
  )
}

function useRiskColumns(book: Risk['book']): Column<RiskRow>[] {
  const { t } = useTranslation(['admin-market', 'admin'])
  const mayList = useMay(listAllContracts)
  const figure = (key: string, label: string, text: (row: RiskRow) => string, isExtra = false) => ({
    ...{ key, label, isFigure: true, isExtra },
    cell: (row: RiskRow) => <Num>{text(row)}</Num>,
  })
  return [
    {
      ...{ key: 'product', label: t('admin:dashboard.product') },
      cell: ({ symbol }) => (
        <b>
          <Num>{pairText(symbol)}</Num>
        </b>
      ),
    },
    figure('upContracts', t('risk.upContracts'), ({ up }) => String(up.contracts), true),
    figure('up', t('risk.upStake'), ({ up }) => formatMoneyExact(up.stake)),
    figure('upPayout', t('risk.bar.up'), ({ up }) => formatMoneyExact(up.payout)),
    figure('downContracts', t('risk.downContracts'), ({ down }) => String(down.contracts), true),
    figure('down', t('risk.downStake'), ({ down }) => formatMoneyExact(down.stake)),
    figure('downPayout', t('risk.bar.down'), ({ down }) => formatMoneyExact(down.payout)),
    {
      ...{ key: 'worst', label: t('admin:dashboard.worstCase'), isFigure: true },
      cell: ({ worstWay, worstCase }) =>
        worstWay === null ? (
          <Num>0</Num>
        ) : (
          <span className="adm-icon-line">
            <Icon of={WAYS[worstWay]} size={14} />
            <span className="sr-only">{t(`admin:dashboard.way.${worstWay}`)}</span>
            <Num tone="loss">{`−${formatMoneyExact(worstCase)}`}</Num>
          </span>
        ),
    },
    {
      ...{ key: 'fullest', label: t('risk.fullest') },
      cell: ({ fullest }) =>
        fullest === null ? null : (
          <span className="adm-icon-line">
            <Icon of={WAYS[fullest.direction]} size={14} />
            <span className="sr-only">{t(`admin:dashboard.way.${fullest.direction}`)}</span>
            <bdi>{formatMinute(fullest.expiryMinuteMs)}</bdi>
            <Num>{formatMoneyExact(fullest.exposure)}</Num>
          </span>
        ),
    },
    { key: 'share', label: t('admin:dashboard.share'), cell: (row) => <Share of={row} /> },
    ...(mayList
      ? [
          {
            ...{ key: 'orders', label: t('risk.orders') },
            cell: ({ symbol }: RiskRow) => (
              <Button
                size="s"
                variant="tint"
                onClick={(event) => {
                  event.stopPropagation()
                  openPage('order-list', `?state=pending&book=${book}&symbol=${symbol}`)
                }}
              >
                {t('risk.show')}
              </Button>
            ),
          },
        ]
      : []),
  ]
}

function Share({ of: { fullest, isWarned, stop } }: { of: RiskRow }) {
  const { t } = useTranslation('admin')
  if (stop !== null)
    return (
      <Badge tone="caution" icon={TriangleAlert}>
        {t(`dashboard.stop.${stop}`)}
      </Badge>
    )
  const shareBps = fullest?.shareBps ?? 0
  return (
    <span className={classes('adm-icon-line', isWarned && 'adm-hot')}>
      <span className="adm-meter" aria-hidden="true">
        <span style={{ width: `${Math.min(100, shareBps / 100)}%` }} />
      </span>
      <Num>{shareText(shareBps)}</Num>
      {isWarned ? <Icon of={TriangleAlert} size={14} /> : null}
    </span>
  )
}
