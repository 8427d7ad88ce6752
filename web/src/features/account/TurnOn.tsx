import { beginTwoFactor, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import { PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { type Begun, ConfirmApp } from './ConfirmApp.tsx'
import { showRefusal } from './form-faults.ts'
import { PasswordField } from './SecretFields.tsx'

interface TurnOnProps {
  hasPassword: boolean
  onDone: (recoveryCodes: readonly string[]) => void
  /** Of who has no password: whose the session is has to be shown once more. */
  onProofEnded: () => void
}

export function TurnOn({ hasPassword, onDone, onProofEnded }: TurnOnProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return begun === null ? (
    <Begin hasPassword={hasPassword} onBegun={setBegun} onProofEnded={onProofEnded} />
  ) : (
    <ConfirmApp
      begun={begun}
      confirm={(body) => call(confirmTwoFactor, { body }, { toast: false })}
      onDone={onDone}
    />
  )
}

type BeginProps = Omit<TurnOnProps, 'onDone'> & { onBegun: (begun: Begun) => void }

function Begin({ hasPassword, onBegun, onProofEnded }: BeginProps) {
  const { t } = useTranslation('security')
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>({
    resolver: formResolver<{ password: string }>({
      texts: { password: PASSWORD },
      required: hasPassword ? ['password'] : [],
    }),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      onBegun(await call(beginTwoFactor, { body: hasPassword ? { password } : {} }, { toast: false }))
    } catch (error) {
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) onProofEnded()
      else showRefusal(error, ['password'], setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('twoFactor.how')}</p>
      {hasPassword ? (
        <PasswordField
          known
          label={t('password.yours')}
          input={register('password')}
          error={errors.password}
        />
      ) : null}
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('twoFactor.next')}
      </Button>
    </form>
  )
}
