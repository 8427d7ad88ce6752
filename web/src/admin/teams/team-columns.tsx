import type { TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDayYear } from '../../lib/time-format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { UserCell } from '../orders/order-cells.tsx'
import type { Column } from '../table/DataTable.tsx'

export const TEAM_TEXTS = 'admin-people' as const

/** How many there are, and how many of them showed who they are. */
export function TeamCount({ members, certified }: TeamMember['generations'][number]) {
  const { t } = useTranslation(TEAM_TEXTS)
  return (
    <>
      <Num>{members}</Num>{' '}
      <span className="text-quiet" title={t('certified')}>
        (<Num>{certified}</Num>)
      </span>
    </>
  )
}

export function Certified() {
  const { t } = useTranslation(TEAM_TEXTS)
  return (
    <>
      <Icon of={BadgeCheck} size={16} />
      <span className="sr-only">{t('certified')}</span>
    </>
  )
}

export function useTeamColumns(): Column<TeamMember & { id: string }>[] {
  const { t } = useTranslation([TEAM_TEXTS, 'admin'])
  return [
    {
      ...{ key: 'user', label: t('admin:orders.column.user') },
      cell: (team) => (
        <>
          <UserCell {...team} /> {team.certified ? <Certified /> : null}
        </>
      ),
    },
    ...([0, 1, 2] as const).map((at) => ({
      ...{ key: `generation-${at}`, label: t(`generation.${at}`), isFigure: true },
      cell: ({ generations }: TeamMember) => <TeamCount {...generations[at]} />,
    })),
    {
      ...{ key: 'joined', label: t('joined'), isFigure: true },
      cell: ({ joinedMs }) => <bdi>{formatDayYear(joinedMs)}</bdi>,
    },
  ]
}
