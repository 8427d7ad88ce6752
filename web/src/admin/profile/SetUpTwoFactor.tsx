import '../../features/account/security.css'
import { beginAdminTwoFactor, confirmAdminTwoFactor } from '@truestrike/protocol/admin-account-endpoints.ts'
import { PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Begun, ConfirmApp } from '../../features/account/ConfirmApp.tsx'
import { showRefusal } from '../../features/account/form-faults.ts'
import { RecoveryCodes } from '../../features/account/RecoveryCodes.tsx'
import { PasswordField } from '../../features/account/SecretFields.tsx'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'

interface SetUpTwoFactorProps {
  onDone(): void
  /** Stands below until it is turned on: then nothing leads away from the recovery codes but to have kept them. */
  children?: ReactNode
}

/** Password, then a code of the app that was set up, then the recovery codes. */
export function SetUpTwoFactor({ onDone, children }: SetUpTwoFactorProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      {begun === null ? (
        <Begin onBegun={setBegun} />
      ) : (
        <ConfirmApp
          begun={begun}
          confirm={(body) => adminCall(confirmAdminTwoFactor, { body })}
          onDone={setCodes}
        />
      )}
      {children}
    </>
  )
}

function Begin({ onBegun }: { onBegun(begun: Begun): void }) {
  const { t } = useTranslation('security')
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>({
    resolver: formResolver<{ password: string }>({
      texts: { password: PASSWORD },
      required: ['password'],
    }),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      onBegun(await adminCall(beginAdminTwoFactor, { body }))
    } catch (error) {
      showRefusal(error, ['password'], setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('twoFactor.how')}</p>
      <PasswordField known label={t('password.yours')} input={register('password')} error={errors.password} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('twoFactor.next')}
      </Button>
    </form>
  )
}
