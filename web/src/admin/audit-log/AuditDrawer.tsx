import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { changesOf } from './audit-changes.ts'
import { Actor } from './audit-columns.tsx'

/** One entry, with what was before and after. */
export function AuditDrawer({ entry, ...steps }: RowSteps & { entry: AuditEntry }) {
  const { t } = useTranslation('admin-access')
  const { id, action, subject, ip, timeMs } = entry
  const changes = changesOf(entry)
  return (
    <RowDrawer label={t('audit.entryOf', { id })} title={action} {...steps}>
      <ValueList
        lines={[
          { key: 'id', label: t('audit.entry'), value: <Num>{id}</Num> },
          { key: 'time', label: t('audit.time'), value: <bdi>{formatDayAndClock(timeMs)}</bdi> },
          { key: 'who', label: t('audit.who'), value: <Actor of={entry} /> },
          { key: 'subject', label: t('audit.subject'), value: <Num>{subject}</Num> },
          { key: 'ip', label: t('audit.ip'), value: ip === null ? MISSING : <Num>{ip}</Num> },
        ]}
      />
      {changes.length === 0 ? (
        <p className="cap">{t('audit.noValues')}</p>
      ) : (
        <table className="adm-diff">
          <thead>
            <tr>
              <th scope="col">{t('audit.value')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name} className={classes(before === after && 'adm-same')}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>
                  <bdi>{before ?? MISSING}</bdi>
                </td>
                <td>
                  <bdi>{after ?? MISSING}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </RowDrawer>
  )
}
