import { removeTwoFactor, renewRecoveryCodes } from '@truestrike/protocol/security-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { formResolver } from '../../lib/form-check.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { showRefusal } from './form-faults.ts'
import { CodeField, PasswordField } from './SecretFields.tsx'
import { useSecurityChanged } from './use-security.ts'

interface TwoFactorChangeProps {
  hasPassword: boolean
  onRenewed: (recoveryCodes: readonly string[]) => void
  onRemoved: () => void
}

const ACTS = ['renew', 'remove'] as const
type Act = (typeof ACTS)[number]

interface Values {
  password: string
  code: string
}

/** While it is on: both acts ask for password and code. */
export function TwoFactorChange({ hasPassword, onRenewed, onRemoved }: TwoFactorChangeProps) {
  const { t } = useTranslation('security')
  const changed = useSecurityChanged()
  const id = useId()
  const [act, setAct] = useState<Act>('renew')
  const fields = [...(hasPassword ? (['password'] as const) : []), 'code' as const]
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: formResolver<Values>({
      texts: { password: PASSWORD, code: SECOND_FACTOR_CODE },
      required: fields,
    }),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, code }) => {
    const body = { code, ...(hasPassword ? { password } : {}) }
    try {
      if (act === 'renew') {
        onRenewed((await call(renewRecoveryCodes, { body }, { toast: false })).recoveryCodes)
      } else {
        await call(removeTwoFactor, { body }, { toast: false })
        showToast('success', t('twoFactor.removed'))
        onRemoved()
        await changed()
      }
    } catch (error) {
      showRefusal(error, fields, setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className="as-choice">
        <legend className="sr-only">{t('twoFactor.manage')}</legend>
        {ACTS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              checked={act === each}
              onChange={() => setAct(each)}
              aria-describedby={`${id}-${each}`}
            />
            <span className="col">
              <b>{t(`twoFactor.${each}`)}</b>
              <span className="t2" id={`${id}-${each}`}>
                {t(`twoFactor.${each}Text`)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {hasPassword ? (
        <PasswordField
          known
          label={t('password.yours')}
          input={register('password')}
          error={errors.password}
        />
      ) : null}
      <CodeField input={register('code')} error={errors.code} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button
        type="submit"
        variant={act === 'remove' ? 'caution' : 'primary'}
        size="l"
        block
        pending={isSubmitting}
      >
        {t(`twoFactor.${act}`)}
      </Button>
    </form>
  )
}
