import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { LoginWays } from './LoginWays.tsx'
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
  usePageTitle(t(tab === 'login' ? 'tabs.login' : 'tabs.register'))
  const choose = (next: 'login' | 'register', registered = false) =>
    navigate(
      { pathname: next === 'login' ? '/login' : '/login/register', search },
      { replace: true, state: { registered } },
    )
  return (
    <LoginFrame title={t(tab === 'login' ? 'welcome' : 'create')} tools={tools}>
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
    </LoginFrame>
  )
}
