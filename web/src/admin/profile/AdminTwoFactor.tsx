import { useQuery } from '@tanstack/react-query'
import {
  getAdminSecurity,
  removeAdminTwoFactor,
  renewAdminRecoveryCodes,
} from '@truestrike/protocol/admin-account-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { showRefusal } from '../../features/account/form-faults.ts'
import { RecoveryCodes } from '../../features/account/RecoveryCodes.tsx'
import { CodeField, PasswordField } from '../../features/account/SecretFields.tsx'
import { formResolver } from '../../lib/form-check.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx'

type Step = 'set-up' | 'renew' | 'remove'

export function AdminTwoFactor() {
  const { t } = useTranslation(['admin-access', 'security'])
  const [step, setStep] = useState<Step | null>(null)
  const { data, refetch } = useQuery({
    queryKey: ['admin-security'],
    queryFn: () => adminCall(getAdminSecurity),
  })
  const done = (): void => {
    setStep(null)
    void refetch()
  }
  if (data === undefined) return null
  const { on, required, recoveryCodesLeft } = data.twoFactor
  return (
    <section className="card adm-narrow adm-card">
      <div className="adm-head">
        <h2>{t('security:twoFactor.title')}</h2>
        <span className="flex-1" />
        <Badge tone={on ? 'accent' : 'caution'}>{t(on ? 'security:on' : 'security:off')}</Badge>
      </div>
      <p className="t2">{t(on ? 'twoFactor.onText' : 'twoFactor.offText')}</p>
      {on ? <p className="cap">{t('security:twoFactor.left', { count: recoveryCodesLeft })}</p> : null}
      <div className="adm-buttons-start">
        {on ? (
          <>
            <Button onClick={() => setStep('renew')}>{t('security:twoFactor.renew')}</Button>
            {required ? null : (
              <Button onClick={() => setStep('remove')}>{t('security:twoFactor.remove')}</Button>
            )}
          </>
        ) : (
          <Button variant="primary" onClick={() => setStep('set-up')}>
            {t('security:twoFactor.turnOn')}
          </Button>
        )}
      </div>
      <SheetDialog open={step !== null} onOpenChange={done} title={t('security:twoFactor.title')}>
        {step === 'set-up' ? <SetUpTwoFactor onDone={done} /> : null}
        {step === 'renew' || step === 'remove' ? <Change step={step} onDone={done} /> : null}
      </SheetDialog>
    </section>
  )
}

interface Values {
  password: string
  code: string
}

/** Both take password and code. */
function Change({ step, onDone }: { step: 'renew' | 'remove'; onDone(): void }) {
  const { t } = useTranslation(['security', 'admin-access'])
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: formResolver<Values>({
      texts: { password: PASSWORD, code: SECOND_FACTOR_CODE },
      required: ['password', 'code'],
    }),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      if (step === 'renew') setCodes((await adminCall(renewAdminRecoveryCodes, { body })).recoveryCodes)
      else {
        await adminCall(removeAdminTwoFactor, { body })
        onDone()
      }
    } catch (error) {
      showRefusal(error, ['password', 'code'], setError)
    }
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t(step === 'renew' ? 'twoFactor.renewText' : 'admin-access:twoFactor.removeText')}</p>
      <PasswordField known label={t('password.yours')} input={register('password')} error={errors.password} />
      <CodeField input={register('code')} error={errors.code} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t(step === 'renew' ? 'twoFactor.renew' : 'twoFactor.remove')}
      </Button>
    </form>
  )
}
