import './auth.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useSupportLink } from '../../lib/support-link.ts'
import { BrandMark } from '../../ui/Brand.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { TextLinks } from '../../ui/TextLinks.tsx'
import { Pitch } from './Pitch.tsx'

interface LoginFrameProps {
  /** What stands in place of the site's name where the pitch shows it already. */
  title: string
  /** Language and support, from the shell. */
  tools: ReactNode
  children: ReactNode
}

/** What all pages for signing in have around them. */
export function LoginFrame({ title, tools, children }: LoginFrameProps) {
  const { t } = useTranslation('auth')
  const site = useSiteInfo()
  const { hours } = site.customerService
  const link = useSupportLink()
  return (
    <div className="lg">
      <Pitch site={site} />
      <div className="lg-side">
        <header className="lg-top">
          <FundsBadge funds="demo" />
          <span className="flex-1" />
          {tools}
        </header>
        <main className="lg-main" tabIndex={-1}>
          <div className="lg-hero">
            <span className="lg-logo">
              <BrandMark logo={site.logo} size={30} />
            </span>
            <div>
              <h1>
                <span className="lg-site">{site.siteName}</span>
                <span className="lg-welcome">{title}</span>
              </h1>
              <p>{site.siteDescription || t('slogan')}</p>
            </div>
          </div>
          {children}
          <p className="lg-legal cap">
            {t('legal.loss')}
            {link === null || hours === '' ? null : (
              <>
                <br />
                {t('legal.service', { hours: isolated(hours) })}
              </>
            )}
          </p>
          <div className="lg-links cap">
            <TextLinks />
          </div>
        </main>
      </div>
    </div>
  )
}
