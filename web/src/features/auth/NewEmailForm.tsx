import './auth.css'
import { changeEmail } from '@truestrike/protocol/mail-endpoints.ts'
import { MAIL_CODE } from '@truestrike/protocol/text-rules.ts'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { NewEmailProps } from '../../lib/new-email.ts'
import { useSession } from '../../lib/session-store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeFields } from './CodeFields.tsx'
import { CODE_FIELDS, type CodeValues, codeResolver } from './code-rules.ts'
import { showServerFaults } from './server-faults.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

/** A new address of a signed-in user: a code shows that he reads the mails there. */
export function NewEmailForm({ hasEmail, onDone, onProofEnded }: NewEmailProps) {
  const { t } = useTranslation('auth')
  const uid = useSession((session) => session.user?.uid)
  const { send, ...sending } = useCodeSending('email', uid)
  const form = useForm<CodeValues>({
    resolver: codeResolver,
    defaultValues: { email: sending.sentTo ?? '', code: '', remember: false },
  })
  const { errors, isSubmitting } = form.formState
  const code = useWatch({ control: form.control, name: 'code' })

  const sendProved = async (email: string): Promise<void> => {
    try {
      await send(email)
    } catch (error) {
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) onProofEnded()
      throw error
    }
  }
  const submit = form.handleSubmit(async ({ email, code }) => {
    try {
      await call(changeEmail, { body: { email: email.trim(), code } }, { toast: false })
      forgetSentCode('email', uid)
      onDone()
    } catch (error) {
      showServerFaults(error, {
        setError: form.setError,
        fields: CODE_FIELDS,
        otherwise: t('faults.verifyFailed'),
      })
    }
  })

  return (
    <form className="lg-form" noValidate onSubmit={(event) => void submit(event)}>
      <CodeFields form={form} sending={{ ...sending, send: sendProved }} />
      <p className="t2">{t(hasEmail ? 'newEmail.effect' : 'newEmail.effectFirst')}</p>
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        pending={isSubmitting}
        disabled={code.length < MAIL_CODE.minLength}
      >
        {t('newEmail.submit')}
      </Button>
    </form>
  )
}
