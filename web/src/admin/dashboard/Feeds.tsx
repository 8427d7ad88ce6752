import type { Dashboard } from '@truestrike/protocol/dashboard-endpoints.ts'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { delayText } from './figure-texts.ts'

/** Whether prices come, and contracts settle. */
export function Feeds({ of: { feeds, settlement } }: { of: Dashboard }) {
  const { t } = useTranslation('admin')
  return (
    <section className="panel adm-block">
      <h2>{t('dashboard.feeds')}</h2>
      <ul className="adm-feeds">
        {feeds.map(({ source, category, products, stale, gapsToday, newestTickAgeMs }) => (
          <Line
            key={`${source} ${category}`}
            isWell={stale === 0}
            name={t('dashboard.feed', {
              source: t(`dashboard.source.${source}`),
              category: t(`dashboard.category.${category}`),
            })}
            figure={newestTickAgeMs === null ? null : delayText(newestTickAgeMs)}
          >
            {stale === 0
              ? t('dashboard.gaps', { count: gapsToday })
              : t('dashboard.stale', { count: stale, all: products })}
          </Line>
        ))}
        <Line
          isWell={settlement.late === 0}
          name={t('dashboard.settlement')}
          figure={settlement.lastDelayMs === null ? null : delayText(settlement.lastDelayMs)}
        >
          {t('dashboard.openLate', { open: settlement.open, late: settlement.late })}
        </Line>
      </ul>
    </section>
  )
}

function Line(props: { isWell: boolean; name: string; figure: string | null; children: ReactNode }) {
  return (
    <li>
      <Icon of={props.isWell ? Check : TriangleAlert} size={16} />
      <span className="col flex-1">
        <b>{props.name}</b>
        <span className="cap">{props.children}</span>
      </span>
      {props.figure === null ? null : <Num>{props.figure}</Num>}
    </li>
  )
}
