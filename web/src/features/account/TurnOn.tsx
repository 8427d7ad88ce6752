import { beginTwoFactor, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import { PASSWORD, SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { copyText } from '../../lib/copy-text.ts'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { showRefusal } from './form-faults.ts'
import { CodeField, PasswordField } from './SecretFields.tsx'

interface Begun {
  secret: string
  uri: string
}

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
    <Confirm begun={begun} onDone={onDone} />
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

const QR_SIZE = 176

function Confirm({ begun, onDone }: { begun: Begun; onDone: TurnOnProps['onDone'] }) {
  const { t } = useTranslation('security')
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    resolver: formResolver<{ code: string }>({ texts: { code: SECOND_FACTOR_CODE }, required: ['code'] }),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      onDone((await call(confirmTwoFactor, { body }, { toast: false })).recoveryCodes)
    } catch (error) {
      showRefusal(error, ['code'], setError)
    }
  })
  return (
    <form className="as-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('twoFactor.scan')}</p>
      <div className="as-qr">
        <QRCodeSVG value={begun.uri} size={QR_SIZE} marginSize={3} level="M" title={t('twoFactor.qr')} />
      </div>
      <p className="t2">{t('twoFactor.manual')}</p>
      <CodeBox
        text={begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        copyLabel={t('twoFactor.copyKey')}
        onCopy={() => void copyText(begun.secret)}
      />
      <CodeField appOnly input={register('code')} error={errors.code} />
      <div role="alert">{errors.root ? <Banner>{errors.root.message}</Banner> : null}</div>
      <Button type="submit" variant="primary" size="l" block pending={isSubmitting}>
        {t('twoFactor.turnOn')}
      </Button>
    </form>
  )
}
