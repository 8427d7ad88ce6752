import { SECOND_FACTOR_CODE } from '@truestrike/protocol/text-rules.ts'
import { QRCodeSVG } from 'qrcode.react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { formResolver } from '../../lib/form-check.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { showRefusal } from './form-faults.ts'
import { CodeField } from './SecretFields.tsx'

/** A two-factor sign-in that is being set up. */
export interface Begun {
  /** Base32, to type by hand. */
  secret: string
  /** otpauth, as the QR code holds it. */
  uri: string
}

interface ConfirmAppProps {
  begun: Begun
  /** The call by which whoever sets it up proves that his app knows the secret; its refusals are shown in the form. */
  confirm: (body: { code: string }) => Promise<{ recoveryCodes: readonly string[] }>
  onDone: (recoveryCodes: readonly string[]) => void
}

const QR_SIZE = 176

/** The secret for the app, and a code of the app; users and administrators set it up alike. */
export function ConfirmApp({ begun, confirm, onDone }: ConfirmAppProps) {
  const { t } = useTranslation('security')
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    resolver: formResolver<{ code: string }>({ texts: { code: SECOND_FACTOR_CODE }, required: ['code'] }),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      onDone((await confirm(body)).recoveryCodes)
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
