import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MISSING } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { changesOf, type Recorded } from './audit-changes.ts'
import { Actor, actionText } from './audit-columns.tsx'
import { useValueWords } from './value-words.ts'

/** One entry, with what was before and after. */
export function AuditDrawer({ entry, ...steps }: RowSteps & { entry: AuditEntry }) {
  const { t } = useTranslation('admin-access')
  const { id, action, subject, ip, timeMs } = entry
  const changes = changesOf(entry)
  const words = useValueWords(entry)
  return (
    <RowDrawer label={t('audit.entryOf', { id })} title={actionText(t, action)} {...steps}>
      <ValueList
        lines={[
          { key: 'id', label: t('audit.entry'), value: <Num>{id}</Num> },
          { key: 'time', label: t('audit.time'), value: <bdi>{formatDayAndClock(timeMs)}</bdi> },
          { key: 'who', label: t('audit.who'), value: <Actor of={entry} /> },
          { key: 'code', label: t('audit.code'), value: <Num>{action}</Num> },
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
              {entry.before === null ? null : <th scope="col">{t('audit.before')}</th>}
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name} className={classes(isSame(before, after) && 'adm-same')}>
                <td>
                  <bdi title={name}>{words.name(name)}</bdi>
                </td>
                {entry.before === null ? null : (
                  <td>
                    <Value {...{ name, words }} of={before} />
                  </td>
                )}
                <td>
                  <Value {...{ name, words }} of={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </RowDrawer>
  )
}

const isSame = (before: Recorded, after: Recorded): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

interface ValueProps {
  name: string
  of: Recorded
  words: ReturnType<typeof useValueWords>
}

/** A side the entry says nothing of is not a value that was taken away. */
function Value({ name, of, words }: ValueProps) {
  const { t } = useTranslation('admin-access')
  if (typeof of !== 'object')
    return <span className="text-quiet">{t(of === 'none' ? 'audit.empty' : 'audit.notRecorded')}</span>
  const person = of.texts.length === 1 ? words.person(name, of.texts[0] ?? '') : undefined
  if (person !== undefined) return <Person {...person} />
  return <bdi>{of.texts.map((text) => words.value(name, text)).join(', ')}</bdi>
}

/** By name; a user's is the way to the user. */
function Person({ name, uid }: AuditEntry['people'][number]) {
  if (uid === null || !mayOpenPage('users')) return <bdi>{name}</bdi>
  return (
    <button type="button" className="link" onClick={() => openPage('users', `?user=${uid}`)}>
      <bdi>{name}</bdi>
    </button>
  )
}
