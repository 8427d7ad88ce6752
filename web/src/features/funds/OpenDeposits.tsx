import { cancelDeposit, type Deposit } from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Num } from '../../ui/Num.tsx'
import { DepositReceipt } from './DepositReceipt.tsx'
import { LoadFault } from './LoadFault.tsx'
import { useFundsChanged, useOpenDeposits } from './use-funds.ts'

/** Deposits nobody has decided yet; those nobody has taken on can be taken back. */
export function OpenDeposits() {
  const { t } = useTranslation('funds')
  const changed = useFundsChanged()
  const [cancelling, setCancelling] = useState<string | null>(null)
  const query = useOpenDeposits()
  const open = query.data?.deposits ?? []
  const cancel = async (id: string): Promise<void> => {
    setCancelling(id)
    try {
      await call(cancelDeposit, { params: { id } })
      showToast('success', t('deposit.cancelled'))
    } catch {
      // Said as a toast; the list says how it stands.
    }
    await changed()
    setCancelling(null)
  }
  if (query.isLoadingError) return <LoadFault title={t('deposit.open')} query={query} />
  if (open.length === 0) return null
  return (
    <section className="panel" aria-label={t('deposit.open')}>
      <h2 className="fu-head">{t('deposit.open')}</h2>
      <ul className="fu-bills">
        {open.map((deposit) => (
          <OpenDeposit
            key={deposit.id}
            deposit={deposit}
            cancelling={cancelling === deposit.id}
            onCancel={() => void cancel(deposit.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface OpenDepositProps {
  deposit: Deposit
  cancelling: boolean
  onCancel: () => void
}

function OpenDeposit({ deposit, cancelling, onCancel }: OpenDepositProps) {
  const { t } = useTranslation('funds')
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { amount, kind, network, createdMs, state } = deposit
  return (
    <li>
      <span className="col flex-1 min-w-0">
        <b>
          <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(amount)}</Num>
        </b>
        <span className="cap">
          {t(`method.${network ?? kind}`)} · <bdi>{formatDayAndClock(createdMs)}</bdi> ·{' '}
          {t(`status.${state}`)}
        </span>
      </span>
      {state === 'pending' ? (
        <Button size="s" className="hit" pending={cancelling} onClick={onCancel}>
          {t('deposit.cancel')}
        </Button>
      ) : null}
      <div className="fu-under">
        <DepositReceipt deposit={deposit} />
      </div>
    </li>
  )
}
