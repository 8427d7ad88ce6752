import { createTransfer, type FundsOverview } from '@truestrike/protocol/funds-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session-store.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { ConfirmAndSend, confirmationOf } from './ConfirmField.tsx'
import { FundsAmount } from './FundsAmount.tsx'
import { FundsField } from './FundsField.tsx'
import { LockedBanner } from './LockedBanner.tsx'
import { useRequest } from './use-request.ts'

const FIELDS = ['uid', 'name', 'amount', 'secret'] as const

export function TransferForm({ funds, onDone }: { funds: FundsOverview; onDone: () => void }) {
  const { t } = useTranslation('funds')
  const available = useSession((session) => session.user?.balances.real.available)
  const form = useRequest(
    FIELDS,
    (requestId, { uid, name, amount, secret }) => {
      const body = { requestId, uid: uid.trim(), username: name.trim(), amount: amount.trim() }
      return call(
        createTransfer,
        { body: { ...body, ...confirmationOf(funds.confirmation, secret) } },
        { toast: false },
      )
    },
    () => {
      showToast('success', t('transfer.done'))
      onDone()
    },
  )
  const locked = funds.lockedUntilMs !== null
  return (
    <form className="fu-form" noValidate onSubmit={(event) => void form.submit(event, FIELDS)}>
      {funds.lockedUntilMs === null ? null : (
        <LockedBanner untilMs={funds.lockedUntilMs} by={funds.lockedBy} />
      )}
      <FundsField
        name="uid"
        label={t('transfer.uid')}
        form={form}
        input={{ dir: 'ltr', inputMode: 'numeric', maxLength: 10 }}
      />
      <FundsField
        name="name"
        label={t('transfer.name')}
        form={form}
        input={{ dir: 'auto', maxLength: 40, autoCapitalize: 'off', spellCheck: false }}
      />
      <FundsAmount form={form} limits={funds.transfer} available={available} />
      <ConfirmAndSend confirmation={funds.confirmation} form={form} locked={locked} what="transfer" />
    </form>
  )
}
