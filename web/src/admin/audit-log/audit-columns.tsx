import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/column.ts'

/** What was done, in words; a code this version has no words for is shown as it is. */
export const actionText = (t: TFunction<'admin-access'>, action: string): string =>
  t(`audit.actions.${action}`, { defaultValue: action })

/** Who acted: by name where there is one. */
export function Actor({ of: { actorKind, actor } }: { of: AuditEntry }) {
  const { t } = useTranslation('admin-access')
  const kind = t(`audit.kinds.${actorKind}`)
  if (actor === null) return kind
  return (
    <>
      <b>
        <bdi>{actor.name ?? `#${actor.id}`}</bdi>
      </b>{' '}
      <span className="text-quiet">{kind}</span>
    </>
  )
}

export function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('admin-access')
  return [
    { key: 'id', label: t('audit.entry'), cell: ({ id }) => <Num>{id}</Num> },
    { key: 'time', label: t('audit.time'), cell: ({ timeMs }) => <bdi>{formatDayAndClock(timeMs)}</bdi> },
    { key: 'who', label: t('audit.who'), cell: (row) => <Actor of={row} /> },
    { key: 'action', label: t('audit.action'), cell: ({ action }) => actionText(t, action) },
    {
      ...{ key: 'code', label: t('audit.code'), isExtra: true },
      cell: ({ action }) => <Num>{action}</Num>,
    },
    { key: 'subject', label: t('audit.subject'), cell: ({ subject }) => <Num>{subject}</Num> },
    { key: 'ip', label: t('audit.ip'), cell: ({ ip }) => (ip === null ? MISSING : <Num>{ip}</Num>) },
  ]
}
