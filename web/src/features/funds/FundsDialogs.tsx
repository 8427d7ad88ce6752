import './funds.css'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../lib/site-query.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DepositForm } from './DepositForm.tsx'
import { choicesOf, useSeenMethods } from './seen-methods.ts'
import { TransferForm } from './TransferForm.tsx'
import { useAddresses, useFunds, useMethods } from './use-funds.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

const DIALOGS = { deposit: DepositDialog, withdraw: WithdrawDialog, transfer: TransferDialog }
type Dialog = keyof typeof DIALOGS

interface DialogProps {
  onDone: () => void
}

/** What the buttons open; each has its place in the address. */
export function FundsDialogs() {
  return (Object.keys(DIALOGS) as Dialog[]).map((name) => <FundsDialog key={name} name={name} />)
}

function FundsDialog({ name }: { name: Dialog }) {
  const { t } = useTranslation('funds')
  const { fundsMode } = useSiteInfo()
  const { open, hide } = useUrlModal(name)
  const Content = DIALOGS[name]
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) hide()
      }}
      title={t(`${name}.title`)}
      note={<FundsBadge funds={fundsMode} />}
    >
      <Content onDone={hide} />
    </Sheet>
  )
}

function WithdrawDialog({ onDone }: DialogProps) {
  const funds = useFunds()
  // The form begins with the default one of them, and does without when they cannot be had.
  const addresses = useAddresses()
  if (funds.data === undefined || !addresses.isFetched) return <Waiting on={[funds]} />
  return <WithdrawForm funds={funds.data} saved={addresses.data?.addresses ?? []} onDone={onDone} />
}

function TransferDialog({ onDone }: DialogProps) {
  const funds = useFunds()
  if (funds.data === undefined) return <Waiting on={[funds]} />
  return <TransferForm funds={funds.data} onDone={onDone} />
}

function DepositDialog({ onDone }: DialogProps) {
  const { t } = useTranslation('funds')
  const funds = useFunds()
  const methods = useMethods()
  const { seen, see } = useSeenMethods()
  if (funds.data === undefined || methods.data === undefined) return <Waiting on={[funds, methods]} />
  const [first, ...others] = choicesOf(methods.data, seen)
  if (first === undefined) return <EmptyState icon={Landmark} title={t('deposit.none')} />
  return <DepositForm funds={funds.data} methods={[first, ...others]} {...{ seen, see }} onDone={onDone} />
}

type Query = Pick<ReturnType<typeof useFunds | typeof useMethods>, 'isLoadingError' | 'isFetching'> & {
  refetch(): unknown
}

function Waiting({ on }: { on: readonly Query[] }) {
  const { t } = useTranslation('errors')
  if (on.some(({ isLoadingError }) => isLoadingError)) {
    return (
      <ErrorState
        title={t('errors:LOAD_DATA')}
        pending={on.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const query of on) void query.refetch()
        }}
      />
    )
  }
  return (
    <div className="fu-form" aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}
