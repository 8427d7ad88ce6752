import { login } from '@truestrike/protocol/account-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { asksSecondStep } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { CodeValues } from './code-rules.ts'
import { forgetSentCode, useCodeSending } from './use-code-sending.ts'

/** Signs in by the code that is mailed to an address. */
export function EmailLoginForm() {
  const { t } = useTranslation('auth')
  const signIn = async (body: CodeValues): Promise<void> => {
    try {
      const { token, user } = await call(login, { body }, { toast: false })
      forgetSentCode('login')
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
    } catch (error) {
      if (!asksSecondStep(error)) throw error
      forgetSentCode('login')
    }
  }
  return (
    <CodeForm
      sending={useCodeSending('login')}
      onSubmit={signIn}
      label={t('login')}
      otherwise={t('faults.failed')}
    >
      {({ register }) => <Checkbox {...register('remember')}>{t('remember')}</Checkbox>}
    </CodeForm>
  )
}
