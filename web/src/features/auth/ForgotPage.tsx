import { resetPassword } from '@truestrike/protocol/mail-endpoints.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { readTab, writeTab } from '../../lib/browser-storage.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ForgotDone } from './ForgotDone.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import type { ResetValues } from './reset-rules.ts'
import { VerifyEmailForm } from './VerifyEmailForm.tsx'

const STEPS = ['verify', 'reset', 'done'] as const
type Step = (typeof STEPS)[number]

/** Kept by the tab: a reload after the code was shown goes on with the new password, as long as the server does. */
const STEP_KEY = 'forgot-step'
/** Of that step, where nobody had confirmed the address. */
const UNCONFIRMED = 'reset-unconfirmed'

/** A forgotten password in three steps: verify the e-mail, choose a new one, done. */
export function ForgotPage({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation('auth')
  const { search } = useLocation()
  const [step, setStep] = useState<Step>(() => (readTab(STEP_KEY)?.startsWith('reset') ? 'reset' : 'verify'))
  const [unconfirmed, setUnconfirmed] = useState(() => readTab(STEP_KEY) === UNCONFIRMED)
  const [expired, setExpired] = useState<string | null>(null)
  usePageTitle(t('forgot.title'))
  const goTo = (next: Step, why: string | null = null): void => {
    writeTab(STEP_KEY, null)
    setExpired(why)
    setStep(next)
  }
  const verified = (isUnconfirmed: boolean): void => {
    goTo('reset')
    writeTab(STEP_KEY, isUnconfirmed ? UNCONFIRMED : 'reset')
    setUnconfirmed(isUnconfirmed)
  }
  const save = async (values: ResetValues): Promise<void> => {
    try {
      await call(resetPassword, { body: values }, { toast: false })
      goTo('done')
    } catch (error) {
      // The code was entered too long ago.
      if (!(error instanceof ApiError && error.is('RESET_EXPIRED'))) throw error
      goTo('verify', error.message)
    }
  }
  const back = { pathname: '/login', search }
  return (
    <LoginFrame title={t('forgot.title')} tools={tools}>
      <h2 className="lg-sub">{t('forgot.title')}</h2>
      <ol className="lg-steps">
        {STEPS.map((each, index) => (
          <li
            key={each}
            className={
              index < STEPS.indexOf(step) ? 'done' : index === STEPS.indexOf(step) ? 'on' : undefined
            }
            aria-current={each === step ? 'step' : undefined}
          >
            {t(`forgot.steps.${each}`)}
          </li>
        ))}
      </ol>
      {step === 'verify' ? <VerifyEmailForm notice={expired} onVerified={verified} /> : null}
      {step === 'reset' ? (
        <>
          {unconfirmed ? <Banner>{t('forgot.unconfirmed')}</Banner> : null}
          <NewPasswordForm save={save} label={t('forgot.set')} />
        </>
      ) : null}
      {step === 'done' ? (
        <ForgotDone back={back} />
      ) : (
        <Link className="btn btn-ghost lg-back" to={back}>
          {t('forgot.back')}
        </Link>
      )}
    </LoginFrame>
  )
}
