import { useQuery } from '@tanstack/react-query'
import { listRuleVersions, type RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { percentOf, secondsOf } from './rule-words.ts'

const TIMES = ['windowMs', 'openingDelayMs', 'openTimeoutMs', 'staleMs', 'maxGapMs'] as const

interface RuleVersionsProps {
  symbol: string
  durationSeconds: number
  /** The newest: another one makes another list. */
  version: number
}

/** Every version there was, newest first: contracts keep the one they were bought by. Who made it stands in the audit log. */
export function RuleVersions({ symbol, durationSeconds, version }: RuleVersionsProps) {
  const { t } = useTranslation('admin-settings')
  const { data, isError } = useQuery({
    queryKey: ['admin-rule-versions', symbol, durationSeconds, version],
    queryFn: () => adminCall(listRuleVersions, { query: { symbol, durationSeconds } }),
  })
  return (
    <section className="set-form set-apart">
      <h3>{t('rules.versions')}</h3>
      <p className="cap">{t('rules.versionsHint')}</p>
      {isError ? <p className="cap">{t('failed')}</p> : null}
      {data === undefined && !isError ? <Skeleton width="100%" height={80} /> : null}
      {data?.versions.map((each) => (
        <details key={each.version}>
          <summary>
            {t('rules.versionFrom', {
              ...{ version: each.version, time: isolated(formatDayAndClock(each.createdMs)) },
            })}
          </summary>
          <Contents of={each} />
        </details>
      ))}
    </section>
  )
}

function Contents({ of }: { of: RuleContent }) {
  const { t } = useTranslation('admin-settings')
  const values = [
    ['payoutBps', percentOf(of.payoutBps)],
    ['stakeMin', formatMoneyExact(of.stakeMin)],
    ['stakeMax', formatMoneyExact(of.stakeMax)],
    ...TIMES.map((name) => [name, secondsOf(of[name])] as const),
  ] as const
  return (
    <ValueList
      lines={values.map(([name, text]) => ({
        ...{ key: name, label: t(`rules.${name}`) },
        value: <Num>{text}</Num>,
      }))}
    />
  )
}
