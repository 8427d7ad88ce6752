import './auth.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { BrandMark } from '../../ui/Brand.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextLinks } from '../../ui/TextLinks.tsx'
import { LoginWays } from './LoginWays.tsx'
import { Pitch } from './Pitch.tsx'
import { RegisterForm } from './RegisterForm.tsx'

interface LoginPageProps {
  tab: 'login' | 'register'
  /** Language and support, from the shell. */
  tools: ReactNode
  /** The form of wallets, a part of its own. */
  wallet: ReactNode
}

export function LoginPage({ tab, tools, wallet }: LoginPageProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { search } = useLocation()
  const site = useSiteInfo()
  usePageTitle(t(tab === 'login' ? 'tabs.login' : 'tabs.register'))
  const choose = (next: 'login' | 'register', registered = false) =>
    navigate(
      { pathname: next === 'login' ? '/login' : '/login/register', search },
      { replace: true, state: { registered } },
    )
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
                <span className="lg-welcome">{t(tab === 'login' ? 'welcome' : 'create')}</span>
              </h1>
              <p>{site.siteDescription || t('slogan')}</p>
            </div>
          </div>
          <Tabs
            value={tab}
            onChange={(next) => void choose(next)}
            label={t('tabs.label')}
            listClassName="lg-tabs"
            tabs={[
              { value: 'login', label: t('tabs.login') },
              { value: 'register', label: t('tabs.register') },
            ]}
          >
            {tab === 'login' ? (
              <LoginWays wallet={wallet} />
            ) : (
              <RegisterForm onRegistered={() => void choose('login', true)} />
            )}
          </Tabs>
          <p className="lg-legal cap">
            {t('legal.loss')}
            <br />
            {t('legal.service')}
          </p>
          <div className="lg-links cap">
            <TextLinks />
          </div>
        </main>
      </div>
    </div>
  )
}
