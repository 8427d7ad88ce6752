import type { ProductVoid } from '@truestrike/protocol/void-endpoints.ts'
import { Ban, Check, LoaderCircle, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupedSeq } from '../../lib/log-number.ts'
import { MISSING } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/DataTable.tsx'

const ICONS = {
  ...{ proposed: Timer, expired: Ban, withdrawn: Ban, refused: Ban },
  ...{ confirmed: LoaderCircle, entered: LoaderCircle, done: Check },
} as const

export function VoidState({ state }: { state: ProductVoid['state'] }) {
  const { t } = useTranslation('admin-contracts')
  return (
    <Badge icon={ICONS[state]} {...(state === 'proposed' ? { tone: 'caution' as const } : {})}>
      {t(`voids.states.${state}`)}
    </Badge>
  )
}

export function VoidSpan({ of }: { of: Pick<ProductVoid, 'fromMs' | 'toMs'> }) {
  return (
    <>
      <bdi>{formatDayAndClock(of.fromMs)}</bdi> – <bdi>{formatDayAndClock(of.toMs)}</bdi>
    </>
  )
}

export function useVoidColumns(): Column<ProductVoid>[] {
  const { t } = useTranslation(['admin-contracts', 'admin', 'contracts', 'proof'])
  return [
    {
      ...{ key: 'id', label: t('voids.void') },
      text: ({ id }) => `V${id}`,
      cell: ({ id }) => <Num>{`V${id}`}</Num>,
    },
    {
      ...{ key: 'symbol', label: t('admin:dashboard.product') },
      text: ({ symbol }) => symbol,
      cell: ({ symbol }) => (
        <b>
          <Num>{pairText(symbol)}</Num>
        </b>
      ),
    },
    {
      ...{ key: 'span', label: t('voids.span') },
      text: ({ fromMs, toMs }) => [fromMs, toMs].map((ms) => new Date(ms).toISOString()).join('/'),
      cell: (row) => <VoidSpan of={row} />,
    },
    {
      ...{ key: 'state', label: t('contracts:stateName') },
      text: ({ state }) => t(`voids.states.${state}`),
      cell: ({ state }) => <VoidState state={state} />,
    },
    {
      ...{ key: 'proposedBy', label: t('voids.proposedBy') },
      text: ({ proposedBy }) => proposedBy.username,
      cell: ({ proposedBy }) => <bdi>{proposedBy.username}</bdi>,
    },
    {
      ...{ key: 'contracts', label: t('voids.contracts'), isFigure: true },
      text: ({ entry }) => entry?.contracts ?? null,
      cell: ({ entry }) => <Num>{entry?.contracts ?? MISSING}</Num>,
    },
    {
      ...{ key: 'effect', label: t('proof:months.effect'), isFigure: true },
      text: ({ entry }) => entry?.houseEffect ?? null,
      cell: ({ entry }) => <Num>{entry === null ? MISSING : formatMoneySignedExact(entry.houseEffect)}</Num>,
    },
    {
      ...{ key: 'entry', label: t('voids.entry'), isFigure: true },
      text: ({ entry }) => entry?.seq ?? null,
      cell: ({ entry }) => <Num>{entry === null ? MISSING : groupedSeq(entry.seq)}</Num>,
    },
    {
      ...{ key: 'reason', label: t('voids.reason') },
      text: ({ reason }) => reason,
      cell: ({ reason }) => <bdi className="adm-clip">{reason}</bdi>,
    },
    {
      ...{ key: 'proposed', label: t('voids.proposed'), isExtra: true },
      text: ({ proposedMs }) => new Date(proposedMs).toISOString(),
      cell: ({ proposedMs }) => <bdi>{formatDayAndClock(proposedMs)}</bdi>,
    },
    {
      ...{ key: 'decidedBy', label: t('voids.decidedBy'), isExtra: true },
      text: ({ decidedBy }) => decidedBy?.username ?? null,
      cell: ({ decidedBy }) => <bdi>{decidedBy?.username ?? MISSING}</bdi>,
    },
  ]
}
