import { createTransfer, type FundsOverview } from '@truestrike/protocol/funds-endpoints.ts'
import { latinDigits } from '@truestrike/protocol/latin-digits.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { ConfirmAndSend, confirmationOf } from './ConfirmField.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { LockedBanner } from './LockedBanner.tsx'
import { shownMost, useAmount } from './use-amount.ts'
import { missingOf, useRequest } from './use-request.ts'

const FIELDS = ['uid', 'name', 'amount', 'secret'] as const
const UID = /^\d{10}$/
/** Of a number as it was typed or pasted: in any script, with the spaces and hidden marks that come along. */
const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')

export function TransferForm({ funds, onDone }: { funds: FundsOverview; onDone: () => void }) {
  const { t } = useTranslation('funds')
  const available = useSession((session) => session.user?.balances.real.available)
  const amount = useAmount({
    limits: funds.transfer,
    available,
    upTo: (micros, reason) => t('transfer.upTo', { reason, max: shownMost(micros) }),
  })
  const form = useRequest({
    form: 'transfer',
    fields: FIELDS,
    check: (values) => ({
      ...missingOf(values, ['uid', 'name', 'secret'], t('required')),
      ...(values.uid === '' || UID.test(values.uid) ? {} : { uid: t('wrong.uid') }),
      amount: amount.faultOf(values.amount),
    }),
    send: (requestId, { uid, name, amount: typed, secret }) => {
      const body = { requestId, uid, username: name.trim(), amount: amount.plain(typed) }
      return call(
        createTransfer,
        { body: { ...body, ...confirmationOf(funds.confirmation, secret) } },
        { toast: false },
      )
    },
    tell: () => showToast('success', t('transfer.done')),
    onDone,
  })
  const locked = funds.lockedUntilMs !== null
  return (
    <form className="fu-form" noValidate onSubmit={(event) => void form.submit(event, FIELDS)}>
      {funds.lockedUntilMs === null ? null : (
        <LockedBanner untilMs={funds.lockedUntilMs} by={funds.lockedBy} />
      )}
      <fieldset className="fu-form" disabled={locked}>
        <FundsField
          name="uid"
          label={t('transfer.uid')}
          form={form}
          clean={digitsOf}
          input={{
            dir: 'ltr',
            inputMode: 'numeric',
            onBlur: () => {
              if (form.values.uid !== '') form.leave('uid')
            },
          }}
        />
        <FundsField
          name="name"
          label={t('transfer.name')}
          form={form}
          input={{ dir: 'auto', maxLength: 40, autoCapitalize: 'off', spellCheck: false }}
        />
        <FundsAmount {...{ form, amount, available }} limits={funds.transfer} />
      </fieldset>
      <ConfirmAndSend confirmation={funds.confirmation} form={form} locked={locked} what="transfer" />
    </form>
  )
}
