import { changePassword } from '@truestrike/protocol/security-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { showRefusal } from './form-faults.ts'
import { CodeField, PasswordField } from './SecretFields.tsx'
import { useSecurityChanged } from './use-security.ts'

interface ChangePasswordProps {
  open: boolean
  onClose: () => void
  /** False: this is the first one. */
  hasPassword: boolean
  twoFactorOn: boolean
}

export function ChangePassword({ open, onClose, ...form }: ChangePasswordProps) {
  const { t } = useTranslation('security')
  const Gate = useProofGate()
  /** A proof that ran out asks for another one. */
  const [round, setRound] = useState(0)
  const passwordForm = <PasswordForm {...form} onDone={onClose} onProofEnded={() => setRound(round + 1)} />
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t(form.hasPassword ? 'rows.password' : 'rows.setPassword')}
    >
      {form.hasPassword ? passwordForm : <Gate key={round}>{passwordForm}</Gate>}
    </Sheet>
  )
}

interface Values {
  currentPassword: string
  newPassword: string
  confirmPassword: string
  code: string
}

type FormProps = Omit<ChangePasswordProps, 'open' | 'onClose'> & {
  onDone: () => void
  onProofEnded: () => void
}

function PasswordForm({ hasPassword, twoFactorOn, onDone, onProofEnded }: FormProps) {
  const { t } = useTranslation('security')
  const changed = useSecurityChanged()
  // The first password was proved for already.
  const asksCode = hasPassword && twoFactorOn
  const fields = [
    ...(hasPassword ? (['currentPassword'] as const) : []),
    ...(['newPassword', 'confirmPassword'] as const),
    ...(asksCode ? (['code'] as const) : []),
  ]
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: formResolver<Values>({
      texts: { newPassword: PASSWORD, code: SECOND_FACTOR_CODE },
      required: fields,
      more: ({ newPassword, confirmPassword, currentPassword }) => ({
        newPassword: hasPassword && newPassword === currentPassword ? 'different' : undefined,
        confirmPassword: confirmPassword === newPassword ? undefined : 'match',
      }),
    }),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ currentPassword, code, ...passwords }) => {
    const body = {
      ...passwords,
      ...(hasPassword ? { currentPassword } : {}),
      ...(asksCode ? { code } : {}),
    }
    try {
      await call(changePassword, { body }, { toast: false })
      showToast('success', t('password.done'))
      onDone()
      await changed()
    } catch (error) {
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) onProofEnded()
      else showRefusal(error, fields, setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      {hasPassword ? (
        <PasswordField
          known
          label={t('password.current')}
          input={register('currentPassword')}
          error={errors.currentPassword}
        />
      ) : null}
      <PasswordField
        label={t('password.new')}
        hint={t('password.hint')}
        input={register('newPassword')}
        error={errors.newPassword}
      />
      <PasswordField
        label={t('password.confirm')}
        input={register('confirmPassword')}
        error={errors.confirmPassword}
      />
      {asksCode ? <CodeField input={register('code')} error={errors.code} /> : null}
      <p className="t2">{t('password.effect')}</p>
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t(hasPassword ? 'rows.password' : 'rows.setPassword')}
      </Button>
    </form>
  )
}
