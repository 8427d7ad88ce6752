import { KeyRound } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { EmailField } from './AccountFields.tsx'
import type { CodeValues } from './code-rules.ts'
import { codeOf } from './code-text.ts'
import { serverFaults } from './server-faults.ts'
import type { CodeSending } from './use-code-sending.ts'
import { useFaultText } from './use-fault-text.ts'

interface CodeFieldsProps {
  form: UseFormReturn<CodeValues>
  sending: CodeSending
  asksAddress: boolean
}

/** An address, the button that mails a code there, and the code. */
export function CodeFields({ form, sending, asksAddress }: CodeFieldsProps) {
  const { t } = useTranslation('auth')
  const faultText = useFaultText()
  const { sentTo, secondsLeft } = sending
  const { register } = form
  const { errors } = form.formState
  const email = register('email')
  const code = register('code')
  const sent = sentTo === null ? undefined : t('code.sent', { email: `\u2068${sentTo}\u2069` })

  const send = async (): Promise<void> => {
    if (secondsLeft > 0 || !(await form.trigger('email', { shouldFocus: true }))) return
    form.clearErrors()
    try {
      await sending.send(form.getValues('email').trim())
      form.setFocus('code')
    } catch (error) {
      const seconds = error instanceof ApiError && error.is('CODE_TOO_SOON') ? error.retryAfterSeconds : null
      if (seconds !== null)
        return form.setError('code', { type: 'server', message: t('code.tooSoon', { seconds }) })
      for (const { field, message, rule } of serverFaults(error, ['email'])) {
        const fault = { type: rule ?? 'server', message: message ?? t('faults.sendFailed') }
        form.setError(field === 'email' ? 'email' : 'code', fault)
      }
    }
  }

  return (
    <>
      {asksAddress ? <EmailField input={email} error={errors.email} /> : null}
      <Field label={t('code.label')} error={faultText('code', errors.code)} hint={sent}>
        {(control) => (
          <div className="lg-code">
            <TextInput
              large
              icon={KeyRound}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder={t('code.hint')}
              {...control}
              {...code}
              onChange={(event) => {
                const digits = codeOf(event.target.value)
                if (digits !== event.target.value) event.target.value = digits
                return code.onChange(event)
              }}
            />
            <Button
              className="n"
              pending={sending.sending}
              disabled={secondsLeft > 0}
              onClick={() => void send()}
            >
              {secondsLeft > 0
                ? t('code.wait', { seconds: secondsLeft })
                : t(sentTo === null ? 'code.send' : 'code.again')}
            </Button>
          </div>
        )}
      </Field>
      <p className="sr-only" role="status">
        {secondsLeft > 0 ? sent : null}
      </p>
    </>
  )
}
