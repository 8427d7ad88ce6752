import type { SiteInfo } from '@truestrike/protocol/account-endpoints.ts'
import { Hash, type LucideIcon, Scale, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BrandMark } from '../../ui/Brand.tsx'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { ExampleChart } from './ExampleChart.tsx'

const FACTS: readonly { key: string; icon: LucideIcon }[] = [
  { key: 'known', icon: Timer },
  { key: 'rule', icon: Scale },
  { key: 'log', icon: Hash },
]

/** What the product is, beside the form on wide screens. */
export function Pitch({ site }: { site: SiteInfo }) {
  const { t } = useTranslation('auth')
  return (
    <section className="pitch" aria-label={site.siteName}>
      <div className="pitch-head">
        <Link className="brand" to="/stocks">
          <BrandMark logo={site.logo} size={28} />
          <span className="brand-name">{site.siteName}</span>
        </Link>
        <FundsBadge funds="demo" />
      </div>
      <h2>{t('pitch.title')}</h2>
      <p className="pitch-lead">{t('pitch.lead')}</p>
      <div className="pitch-demo">
        <div className="pitch-demo-head">
          <CoinIcon base="BTC" />
          <span className="col flex-1">
            <b>
              <bdi dir="ltr">BTC/USDT</bdi>
            </b>
            <span className="cap">{t('pitch.example')}</span>
          </span>
          <Num className="pitch-price">
            67,482<small>.36</small>
          </Num>
        </div>
        <ExampleChart up={t('pitch.up')} entry={t('pitch.entry')} />
      </div>
      <div className="pitch-facts">
        {FACTS.map(({ key, icon }) => (
          <div key={key}>
            <Icon of={icon} />
            <b>{t(`pitch.${key}.title`)}</b>
            <p>{t(`pitch.${key}.text`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
