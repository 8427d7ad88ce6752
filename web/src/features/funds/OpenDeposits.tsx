import { cancelDeposit, type Deposit } from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Num } from '../../ui/Num.tsx'
import { DepositReceipt } from './DepositReceipt.tsx'
import { LoadFault } from './LoadFault.tsx'
import { useFundsChanged, useOpenDeposits } from './use-funds.ts'

/** Deposits nobody has decided yet; those nobody has taken on can be taken back. */
export function OpenDeposits() {
  const { t } = useTranslation('funds')
  const query = useOpenDeposits()
  const open = query.data?.deposits ?? []
  if (query.isLoadingError) return <LoadFault title={t('deposit.open')} query={query} />
  if (open.length === 0) return null
  return (
    <section className="panel" aria-label={t('deposit.open')}>
      <h2 className="fu-head">{t('deposit.open')}</h2>
      <ul className="fu-bills">
        {open.map((deposit) => (
          <OpenDeposit key={deposit.id} deposit={deposit} />
        ))}
      </ul>
    </section>
  )
}

function OpenDeposit({ deposit }: { deposit: Deposit }) {
  return (
    <li>
      <span className="col flex-1 min-w-0">
        <DepositFacts deposit={deposit} />
      </span>
      {deposit.state === 'pending' ? <CancelDeposit deposit={deposit} /> : null}
      <div className="fu-under">
        <DepositReceipt deposit={deposit} />
      </div>
    </li>
  )
}

function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('funds')
  const hidden = useHiddenAmounts((choice) => choice.hidden)
  const { amount, kind, network, createdMs, state } = deposit
  return (
    <>
      <b>
        <Num unit="USDT">{hidden ? <HiddenAmount /> : formatMoney(amount)}</Num>
      </b>
      <span className="cap">
        {t(`method.${network ?? kind}`)} · <bdi>{formatDayAndClock(createdMs)}</bdi> · {t(`status.${state}`)}
      </span>
    </>
  )
}

/** Asks first: what arrives for a deposit that was taken back is not credited. */
function CancelDeposit({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('funds')
  const changed = useFundsChanged()
  const [asked, setAsked] = useState(false)
  const [pending, setPending] = useState(false)
  const cancel = async (): Promise<void> => {
    setPending(true)
    try {
      await call(cancelDeposit, { params: { id: deposit.id } })
      showToast('success', t('deposit.cancelled'))
    } catch {
      // Said as a toast; the list says how it stands.
    }
    setAsked(false)
    await changed()
    setPending(false)
  }
  return (
    <>
      <Button size="s" className="hit" pending={pending} onClick={() => setAsked(true)}>
        {t('deposit.cancel')}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={(open) => {
          if (!pending) setAsked(open)
        }}
        title={t('deposit.cancelTitle')}
        confirmLabel={t('deposit.cancel')}
        keepLabel={t('deposit.keep')}
        pending={pending}
        caution
        onConfirm={() => void cancel()}
      >
        <div className="col">
          <DepositFacts deposit={deposit} />
        </div>
        <p className="mt-2">{t('deposit.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}
