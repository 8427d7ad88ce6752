import './funds.css'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DepositForm } from './DepositForm.tsx'
import { TransferForm } from './TransferForm.tsx'
import { useFunds, useMethods } from './use-funds.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

const DIALOGS = ['deposit', 'withdraw', 'transfer'] as const
type Dialog = (typeof DIALOGS)[number]

/** What the buttons open; each has its place in the address. */
export function FundsDialogs() {
  return DIALOGS.map((name) => <FundsDialog key={name} name={name} />)
}

function FundsDialog({ name }: { name: Dialog }) {
  const { t } = useTranslation('funds')
  const { fundsMode } = useSiteInfo()
  const { open, hide } = useUrlModal(name)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) hide()
      }}
      title={t(`${name}.title`)}
      note={<FundsBadge funds={fundsMode} />}
    >
      <Content name={name} onDone={hide} />
    </Sheet>
  )
}

function Content({ name, onDone }: { name: Dialog; onDone: () => void }) {
  const { t } = useTranslation('errors')
  const funds = useFunds()
  const methods = useMethods()
  const retry = (): void => {
    void funds.refetch()
    void methods.refetch()
  }
  if ((funds.isError && !funds.data) || (methods.isError && !methods.data)) {
    return (
      <ErrorState
        title={t('errors:LOAD_DATA')}
        pending={funds.isFetching || methods.isFetching}
        onRetry={retry}
      />
    )
  }
  if (funds.data === undefined || methods.data === undefined) {
    return (
      <div className="fu-form" aria-busy="true">
        <Skeleton width="100%" height={240} />
      </div>
    )
  }
  const common = { funds: funds.data, onDone }
  if (name === 'withdraw') return <WithdrawForm {...common} />
  if (name === 'transfer') return <TransferForm {...common} />
  const [first, ...others] = methods.data.methods
  return first === undefined ? (
    <ErrorState title={t('errors:LOAD_DATA')} onRetry={retry} />
  ) : (
    <DepositForm {...common} methods={[first, ...others]} />
  )
}
