import { PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showRefusal } from './form-faults.ts'
import { CodeField, PasswordField } from './SecretFields.tsx'
import { useSecurity } from './use-security.ts'

interface ProveFirstProps {
  /** For who has neither password nor code. */
  WalletProof: ComponentType<{ onDone: () => void }>
  /** For those of them who have an address; `otherwise` comes below. */
  MailedProof: ComponentType<{ email: string; onDone: () => void; otherwise: ReactNode }>
  withoutMail?: boolean
  children: ReactNode
}

/** Shows what is inside only after the user has shown anew that he is the owner. */
export function ProveFirst({ WalletProof, MailedProof, withoutMail = false, children }: ProveFirstProps) {
  const { t } = useTranslation('security')
  const { overview, failed, retry } = useSecurity()
  const [proved, setProved] = useState(false)
  const done = (): void => setProved(true)
  if (proved) return children
  if (overview === undefined) {
    return failed ? (
      <ErrorState title={t('failed')} onRetry={retry} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={120} />
      </div>
    )
  }
  const { hasPassword, proofEmail, twoFactor } = overview
  if (hasPassword || twoFactor.on) {
    return <ProofForm hasPassword={hasPassword} twoFactorOn={twoFactor.on} onDone={done} />
  }
  if (proofEmail !== null && !withoutMail) {
    return <MailedProof email={proofEmail} onDone={done} otherwise={<WalletProof onDone={done} />} />
  }
  return (
    <div className="as-form">
      <p>{t('proof.wallet')}</p>
      {proofEmail !== null ? <Banner tone="info">{t('proof.noMail')}</Banner> : null}
      <WalletProof onDone={done} />
    </div>
  )
}

interface ProofFormProps {
  hasPassword: boolean
  twoFactorOn: boolean
  onDone: () => void
}

function ProofForm({ hasPassword, twoFactorOn, onDone }: ProofFormProps) {
  const { t } = useTranslation('security')
  const fields = [
    ...(hasPassword ? (['password'] as const) : []),
    ...(twoFactorOn ? (['code'] as const) : []),
  ]
  const { register, handleSubmit, setError, formState } = useForm<{ password: string; code: string }>({
    resolver: formResolver<{ password: string; code: string }>({
      texts: { password: PASSWORD, code: SECOND_FACTOR_CODE },
      required: fields,
    }),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, code }) => {
    const body = { ...(hasPassword ? { password } : {}), ...(twoFactorOn ? { code } : {}) }
    try {
      await call(prove, { body }, { toast: false })
      onDone()
    } catch (error) {
      showRefusal(error, fields, setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('proof.text')}</p>
      {hasPassword ? (
        <PasswordField
          known
          label={t('password.yours')}
          input={register('password')}
          error={errors.password}
        />
      ) : null}
      {twoFactorOn ? <CodeField input={register('code')} error={errors.code} /> : null}
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('twoFactor.next')}
      </Button>
    </form>
  )
}
