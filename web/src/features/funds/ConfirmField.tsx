import type { FundsOverview } from '@truestrike/protocol/funds-endpoints.ts'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FundsField } from './FundsField.tsx'

interface ConfirmFieldProps {
  confirmation: FundsOverview['confirmation']
  form: {
    values: Record<'secret', string>
    faults: Partial<Record<'secret', string | undefined>>
    set(name: 'secret', value: string): void
  }
}

/** What the user confirms with that money leaves: a code where two-factor sign-in is on, else his password. */
function ConfirmField({ confirmation, form }: ConfirmFieldProps) {
  const { t } = useTranslation('funds')
  if (confirmation === 'none') return <DoFirst what="confirmation" section="security" />
  return confirmation === 'code' ? (
    <FundsField
      name="secret"
      label={t('code')}
      form={form}
      input={{ dir: 'ltr', autoComplete: 'one-time-code', maxLength: 40 }}
    />
  ) : (
    <FundsField secret name="secret" label={t('password')} form={form} />
  )
}

/** What must be done before money leaves, and the way there. */
export function DoFirst({
  what,
  section,
}: {
  what: 'confirmation' | 'identity'
  section: 'security' | 'profile'
}) {
  const { t } = useTranslation('funds')
  return (
    <Banner>
      <p>{t(`${what}.text`)}</p>
      <Link className="link" to={`/account?section=${section}`}>
        {t(`${what}.link`)}
      </Link>
    </Banner>
  )
}

interface ConfirmAndSendProps extends ConfirmFieldProps {
  form: ConfirmFieldProps['form'] & { refusal: string | null; pending: boolean }
  locked: boolean
  what: 'withdraw' | 'transfer'
}

/** The end of a form by which money leaves: what confirms it, why it was refused, the button. */
export function ConfirmAndSend({ confirmation, form, locked, what }: ConfirmAndSendProps) {
  const { t } = useTranslation('funds')
  return (
    <>
      {locked ? null : <ConfirmField confirmation={confirmation} form={form} />}
      <div role="alert">{form.refusal === null ? null : <Banner>{form.refusal}</Banner>}</div>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        {...(locked ? { icon: LockKeyhole } : {})}
        pending={form.pending}
        disabled={locked || confirmation === 'none'}
      >
        {t(locked ? 'lock.button' : `${what}.submit`)}
      </Button>
      <p className="cap">{t(`${what}.note`)}</p>
    </>
  )
}

/** As the call wants it. */
export const confirmationOf = (confirmation: FundsOverview['confirmation'], secret: string) =>
  confirmation === 'code' ? { code: secret } : { password: secret }
