import { register as registerEndpoint } from '@truestrike/protocol/account-endpoints.ts'
import { Ticket } from 'lucide-react'
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { inviteCodeOf } from '../../lib/invite-code.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ConfirmPasswordField, EmailField, PasswordField, TRIMMED, UsernameField } from './AccountFields.tsx'
import { type RegisterValues, registerResolver } from './register-rules.ts'
import { showServerFaults } from './server-faults.ts'
import { TermsDialog } from './TermsDialog.tsx'
import { useFaultText } from './use-fault-text.ts'

export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { t } = useTranslation('auth')
  const { inviteCodeRequired } = useSiteInfo()
  const invited = inviteCodeOf(new URLSearchParams(useLocation().search).get('code') ?? '').toUpperCase()
  const { register, handleSubmit, setError, reset, control, formState } = useForm<RegisterValues>({
    resolver: registerResolver(inviteCodeRequired),
    defaultValues: {
      username: '',
      email: '',
      password: '',
      confirmPassword: '',
      inviteCode: invited,
      agreeTerms: false,
    },
  })
  const { errors, isSubmitting } = formState
  const typedCode = useWatch({ control, name: 'inviteCode' })

  const submit = handleSubmit(async (values) => {
    const { inviteCode, ...others } = values
    const code = inviteCode.toUpperCase()
    try {
      await call(
        registerEndpoint,
        { body: code === '' ? others : { ...others, inviteCode: code } },
        { toast: false },
      )
      reset()
      onRegistered()
    } catch (error) {
      showServerFaults(error, {
        setError,
        fields: Object.keys(values),
        otherwise: t('faults.registerFailed'),
        shouldFocus: true,
      })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      <Fields
        register={register}
        errors={errors}
        inviteOptional={!inviteCodeRequired}
        isInvited={invited !== '' && typedCode.toUpperCase() === invited}
      />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('register')}
      </Button>
    </form>
  )
}

interface FieldsProps {
  register: UseFormRegister<RegisterValues>
  errors: FieldErrors<RegisterValues>
  inviteOptional: boolean
  /** The code in the field is that of the link. */
  isInvited: boolean
}

function Fields({ register, errors, inviteOptional, isInvited }: FieldsProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  // In the order of the fields: the first faulty one is focused.
  const username = register('username', TRIMMED)
  const email = register('email')
  const password = register('password')
  const confirmPassword = register('confirmPassword')
  const inviteCode = register('inviteCode')
  return (
    <>
      <UsernameField input={username} error={errors.username} />
      <EmailField input={email} error={errors.email} />
      <PasswordField input={password} error={errors.password} />
      <ConfirmPasswordField input={confirmPassword} error={errors.confirmPassword} />
      <Field
        label={t(inviteOptional ? 'inviteCode.optional' : 'inviteCode.label')}
        error={faultText('inviteCode', errors.inviteCode)}
        hint={isInvited ? t('inviteCode.filled') : undefined}
      >
        {(control) => (
          <TextInput
            large
            icon={Ticket}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={t('inviteCode.hint')}
            {...control}
            {...inviteCode}
            onChange={(event) => {
              const code = inviteCodeOf(event.target.value)
              if (code !== event.target.value) event.target.value = code
              return inviteCode.onChange(event)
            }}
          />
        )}
      </Field>
      <Terms register={register} error={faultText('agreeTerms', errors.agreeTerms)} />
    </>
  )
}

function Terms({
  register,
  error,
}: {
  register: UseFormRegister<RegisterValues>
  error: string | undefined
}) {
  const { t } = useTranslation('auth')
  const terms = useUrlModal('terms')
  return (
    <div className="field">
      <Checkbox
        {...register('agreeTerms')}
        aria-invalid={error !== undefined}
        {...(error === undefined ? {} : { 'aria-describedby': 'terms-note' })}
      >
        <RichText
          text={t('agreeTerms')}
          parts={{
            terms: (words) => (
              <button
                type="button"
                className="link"
                onClick={(event) => {
                  event.preventDefault()
                  terms.show()
                }}
              >
                {words}
              </button>
            ),
          }}
        />
      </Checkbox>
      {error === undefined ? null : (
        <p className="hint hint-bad" id="terms-note" role="alert">
          {error}
        </p>
      )}
      <TermsDialog modal={terms} />
    </div>
  )
}
