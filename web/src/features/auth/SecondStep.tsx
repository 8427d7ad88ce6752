import { secondFactor } from '@truestrike/protocol/security-endpoints.ts'
import { SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formResolver } from '../../lib/form-check.ts'
import { inLatinDigits } from '../../lib/latin-digits.ts'
import { asksSecondStep, endSecondStep, useSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { giveUpSecondStep } from '../../lib/wallet/give-up-second-step.ts'
import { rememberWallet } from '../../lib/wallet-session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const resolver = formResolver<{ code: string }>({ texts: { code: SECOND_FACTOR_CODE }, required: ['code'] })

/** The code of the authenticator app, after the first step of any way to sign in. */
export function SecondStep({ ticket }: { ticket: string }) {
  const { t } = useTranslation('security')
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ code: string }>({
    resolver,
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('code'), [setFocus])
  const submit = handleSubmit(async ({ code }) => {
    try {
      const { token, user } = await call(secondFactor, { body: { ticket, code } }, { toast: false })
      const { wallet } = useSecondStep.getState()
      if (wallet !== null) rememberWallet(wallet)
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
      // Only then, or the wallet would count as given up.
      endSecondStep()
    } catch (error) {
      // The second factor was turned off meanwhile, and the address waits for a choice.
      if (asksSecondStep(error)) return
      if (!(error instanceof ApiError)) throw error
      const field = error.is('TWO_FACTOR_WRONG', 'TWO_FACTOR_BLOCKED', 'INVALID_PARAMETERS') ? 'code' : 'root'
      setError(field, { type: 'server', message: error.message })
    }
  })
  const fault = errors.code
  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('twoFactor.title')}</h2>
      <p className="t2">{t('second.text')}</p>
      <Field
        label={t('code.label')}
        hint={t('code.hint')}
        error={fault === undefined ? undefined : fault.type === 'server' ? fault.message : t('code.required')}
      >
        {(control) => (
          <TextInput
            large
            icon={KeyRound}
            dir="ltr"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={SECOND_FACTOR_CODE.maxLength}
            {...control}
            {...inLatinDigits(register('code'))}
          />
        )}
      </Field>
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('second.submit')}
      </Button>
      <Button variant="ghost" onClick={giveUpSecondStep}>
        {t('second.again')}
      </Button>
    </form>
  )
}
