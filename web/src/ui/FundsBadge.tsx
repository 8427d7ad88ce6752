import { useTranslation } from 'react-i18next'
import { Badge } from './Badge.tsx'

/** Which money is in use: practice, the real book without real money, or real money. */
export type Funds = 'demo' | 'test' | 'live'

export function FundsBadge({ funds, className }: { funds: Funds; className?: string }) {
  const { t } = useTranslation('ui')
  return (
    <Badge
      {...(funds === 'live' ? {} : { tone: 'funds' as const })}
      title={t(`funds.${funds}.note`)}
      {...(className ? { className } : {})}
    >
      {t(`funds.${funds}.name`)}
      <span className="sr-only">. {t(`funds.${funds}.note`)}</span>
    </Badge>
  )
}
