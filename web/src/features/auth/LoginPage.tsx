import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { useSecondStep } from '../../lib/second-step.ts'
import { loadSecurityTexts } from '../../lib/security-texts.ts'
import { giveUpSecondStep } from '../../lib/wallet/give-up-second-step.ts'
import { lazyAgain } from '../../ui/lazy-again.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { LoginWays } from './LoginWays.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const SecondStep = lazyAgain(async () => {
  const [step] = await Promise.all([import('./SecondStep.tsx'), loadSecurityTexts()])
  return step.SecondStep
})

const AddressChoice = lazyAgain(async () => {
  const [choice] = await Promise.all([import('./AddressChoice.tsx'), loadSecurityTexts()])
  return choice.AddressChoice
})

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
  const { ticket, account } = useSecondStep()
  // Whoever leaves the page begins anew.
  useEffect(() => giveUpSecondStep, [])
  usePageTitle(t(tab === 'login' ? 'tabs.login' : 'tabs.register'))
  const choose = (next: 'login' | 'register', registered = false) =>
    navigate(
      { pathname: next === 'login' ? '/login' : '/login/register', search },
      { replace: true, state: { registered } },
    )
  if (ticket !== null) {
    return (
      <LoginFrame title={t('welcome')} tools={tools}>
        {account === null ? (
          <SecondStep ticket={ticket} />
        ) : (
          <AddressChoice key={ticket} ticket={ticket} account={account} />
        )}
      </LoginFrame>
    )
  }
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
