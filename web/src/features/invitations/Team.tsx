import type { Invitations } from '@truestrike/protocol/invitation-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/class-names.ts'
import { Num } from '../../ui/Num.tsx'

/** Three generations: how many they are, and how many of them have shown who they are. */
export function Team({
  invitations,
  brief = false,
}: {
  invitations?: Invitations | undefined
  brief?: boolean
}) {
  const { t } = useTranslation('invitations')
  const generations = invitations?.generations ?? UNKNOWN
  return (
    <dl className={classes('iv-team', brief && 'iv-brief')}>
      {generations.map(({ members, certified }, at) => (
        <div key={GENERATIONS[at]}>
          <dt>{t(`generation.${GENERATIONS[at] ?? '1'}`)}</dt>
          <dd>
            <Num>{grouped(members)}</Num>
            {brief ? null : (
              <span className="cap">
                {t('certified')} <Num>{grouped(certified)}</Num>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const UNKNOWN = Array.from({ length: 3 }, () => ({ members: null, certified: null }))
const GENERATIONS = ['1', '2', '3'] as const

/** As amounts are written. */
const grouped = (count: number | null): string => count?.toLocaleString('en-US') ?? '--'
