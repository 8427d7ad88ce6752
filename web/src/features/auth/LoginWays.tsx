import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { EmailLoginForm } from './EmailLoginForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { WalletTerms } from './WalletTerms.tsx'

type Way = 'account' | 'email' | 'wallet'

/** What signs in: only the ways that the site offers. One that is switched off while chosen gives way to the account. */
export function LoginWays({ wallet }: { wallet: ReactNode }) {
  const { t } = useTranslation('auth')
  const { emailLogin, walletLogin } = useSiteInfo()
  const ways: Way[] = [
    'account',
    ...(emailLogin ? (['email'] as const) : []),
    ...(walletLogin ? (['wallet'] as const) : []),
  ]
  const [chosen, setChosen] = useState<Way>('account')
  const way = ways.includes(chosen) ? chosen : 'account'
  if (ways.length === 1) return <LoginForm />
  return (
    <Tabs
      value={way}
      onChange={setChosen}
      label={t('ways.label')}
      listClassName="lg-ways"
      tabs={ways.map((each) => ({ value: each, label: t(`ways.${each}`) }))}
    >
      {way === 'account' ? <LoginForm /> : null}
      {way === 'email' ? <EmailLoginForm /> : null}
      {way === 'wallet' ? (
        <Suspense fallback={<div className="lg-ways-loading" aria-busy="true" />}>
          {wallet}
          <WalletTerms />
        </Suspense>
      ) : null}
    </Tabs>
  )
}
