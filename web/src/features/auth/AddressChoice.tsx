import { chooseAboutAddress } from '@truestrike/protocol/mail-endpoints.ts'
import { PASSWORD } from '@truestrike/protocol/text-rules.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { asksSecondStep, endSecondStep, type UnconfirmedAccount } from '../../lib/second-step.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PasswordField } from './AccountFields.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { showServerFaults } from './server-faults.ts'

interface AddressChoiceProps {
  ticket: string
  account: UnconfirmedAccount
}

type Choice = { password: string } | { newPassword: string; confirmPassword: string }

/**
 * The end of a sign-in by a mailed code of an address that nobody had confirmed: whoever created the account enters its password and
 * keeps everything; the owner of the address who did not sets a new one, which ends what a stranger may have planted.
 */
export function AddressChoice({ ticket, account }: AddressChoiceProps) {
  const { t } = useTranslation('security')
  const [way, setWay] = useState<'mine' | 'new'>('mine')
  const choose = async (choice: Choice): Promise<void> => {
    try {
      const { token, user } = await call(
        chooseAboutAddress,
        { body: { ticket, ...choice } },
        { toast: false },
      )
      // The page for guests leads on by itself once there is a token.
      useSession.getState().signIn(token, user)
      endSecondStep()
    } catch (error) {
      if (!asksSecondStep(error)) throw error
    }
  }
  const created = formatDayYear(account.createdAtMs)
  return (
    <div className="lg-form">
      <h2>{t('choice.title')}</h2>
      <p className="t2">{t('choice.text', { username: isolated(account.username), created })}</p>
      <Tabs
        value={way}
        onChange={setWay}
        label={t('choice.title')}
        listClassName="lg-ways"
        tabs={[
          { value: 'mine', label: t('choice.mine') },
          { value: 'new', label: t('choice.new') },
        ]}
      >
        {way === 'mine' ? (
          <OldPasswordForm username={account.username} choose={choose} />
        ) : (
          <>
            <Banner>{t('choice.newText')}</Banner>
            <NewPasswordForm
              save={({ password, confirmPassword }) => choose({ newPassword: password, confirmPassword })}
              label={t('choice.newSubmit')}
            />
          </>
        )}
      </Tabs>
      <Button variant="ghost" onClick={endSecondStep}>
        {t('second.again')}
      </Button>
    </div>
  )
}

const resolver = formResolver<{ password: string }>({ texts: { password: PASSWORD }, required: ['password'] })

function OldPasswordForm({
  username,
  choose,
}: {
  username: string
  choose: (choice: Choice) => Promise<void>
}) {
  const { t } = useTranslation(['security', 'auth'])
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ password: string }>({
    resolver,
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async (values) => {
    try {
      await choose(values)
    } catch (error) {
      showServerFaults(error, { setError, fields: ['password'], otherwise: t('auth:faults.failed') })
    }
  })
  return (
    <form
      className="lg-form"
      aria-label={t('choice.mine')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className="t2">{t('choice.mineText')}</p>
      {/* For password managers: which of the accounts it is. */}
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <PasswordField known input={register('password')} error={errors.password} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('second.submit')}
      </Button>
    </form>
  )
}
