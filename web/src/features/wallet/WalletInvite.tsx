import { shortAddress } from '@truestrike/core/wallet/short-address.ts'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { INVITE_CODE_LENGTH, inviteCodeOf } from '../../lib/invite-code.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface WalletInviteProps {
  address: string
  /** What was sent last, such as that of an invitation link; empty: nothing. */
  code: string
  /** The server's words about it. */
  refusal: string | null
  onCode: (code: string) => Promise<void>
  onBack: () => void
}

export function isAboutInvite(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.is('INVITE_CODE_REQUIRED') || error.is('INVALID_INVITE_CODE'))
}

/** The step between the signature of a new user and the account. The signature is kept: only the code is asked for. */
export function WalletInvite({ address, code: sent, refusal, onCode, onBack }: WalletInviteProps) {
  const { t } = useTranslation(['wallet', 'auth'])
  const [code, setCode] = useState(sent)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState(refusal)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (code === '') return setError(t('auth:faults.inviteCode.required'))
    if (code.length !== INVITE_CODE_LENGTH) return setError(t('auth:faults.inviteCode.length'))
    setError(null)
    setPending(true)
    try {
      await onCode(code.toUpperCase())
    } catch (thrown) {
      if (isAboutInvite(thrown)) setError(thrown.message)
      else setFailure(thrown instanceof ApiError ? thrown.message : t('wallet:invite.failed'))
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className="lg-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Banner tone="info" title={t('wallet:invite.title')}>
        {t('wallet:invite.text', { address: shortAddress(address) })}
      </Banner>
      <Field label={t('auth:inviteCode.label')} error={error ?? undefined}>
        {(control) => (
          <TextInput
            large
            icon={Ticket}
            dir="ltr"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={t('auth:inviteCode.hint')}
            name="inviteCode"
            value={code}
            {...control}
            onChange={(event) => {
              setCode(inviteCodeOf(event.target.value))
              // It was about the code before.
              setError(null)
            }}
          />
        )}
      </Field>
      <div role="alert">{failure === null ? null : <Banner>{failure}</Banner>}</div>
      <Button type="submit" variant="primary" size="l" block pending={pending}>
        {t('auth:register')}
      </Button>
      <Button variant="ghost" block disabled={pending} onClick={onBack}>
        {t('wallet:invite.back')}
      </Button>
    </form>
  )
}
