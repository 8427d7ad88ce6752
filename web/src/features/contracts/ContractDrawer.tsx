import { useQuery } from '@tanstack/react-query'
import { type Contract, getContract } from '@truestrike/protocol/trade-endpoints.ts'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useContracts } from '../../lib/contracts-store.ts'
import { formatDuration } from '../../lib/duration-format.ts'
import { toneOf } from '../../lib/money-format.ts'
import { usePairText } from '../../lib/products-query.ts'
import { formatMonthDay } from '../../lib/time-format.ts'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ContractDetails } from './ContractDetails.tsx'
import { KeptAcceptance } from './KeptAcceptance.tsx'
import { ReceiptButtons } from './ReceiptButtons.tsx'
import { useReceipt } from './use-receipt.ts'

interface ContractDrawerProps {
  id: string | null
  onClose: () => void
}

const ID = /^[1-9][0-9]{0,18}$/

export function ContractDrawer({ id: chosenId, onClose }: ContractDrawerProps) {
  const { t } = useTranslation(['contracts', 'errors'])
  // While it closes it goes on showing what it showed.
  const lastId = useRef(chosenId)
  if (chosenId !== null) lastId.current = chosenId
  const id = lastId.current
  const { contract, error, valid, busy, again } = useContract(id)
  const pair = usePairText(contract?.symbol ?? '')
  const receipt = useReceipt(contract)
  return (
    <Sheet
      open={chosenId !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      wide="drawer"
      changesAddress
      title={contract === undefined ? t('details') : titleOf(contract, pair, t)}
      {...(contract === undefined
        ? {}
        : {
            lead: <DirectionBox direction={contract.direction} tone={toneOf(contract.profit)} size={28} />,
            note: (
              <>
                {t('orderNo')} <Num>{contract.orderNo}</Num> · {formatMonthDay(contract.acceptedAtMs)}
              </>
            ),
            footer: <ReceiptButtons contract={contract} receipt={receipt} />,
          })}
    >
      {contract !== undefined ? (
        <ContractDetails contract={contract} receipt={receipt} />
      ) : error !== null || !valid ? (
        <>
          <ErrorState
            title={error instanceof ApiError ? error.message : t('notFound')}
            {...(valid ? { onRetry: again, pending: busy } : {})}
          />
          {valid && id !== null ? <KeptAcceptance id={id} /> : null}
        </>
      ) : (
        <div className="cr-details" aria-busy="true">
          <Skeleton width={140} height={36} />
          <Skeleton width="100%" height={160} />
          <Skeleton width="100%" height={200} />
        </div>
      )}
    </Sheet>
  )
}

function useContract(id: string | null) {
  const live = useContracts((contracts) => (id === null ? undefined : contracts.byId.get(id)))
  const valid = id !== null && ID.test(id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['contracts', 'one', id],
    queryFn: ({ signal }) => call(getContract, { params: { id: id ?? '' } }, { toast: false, signal }),
    enabled: valid,
    retry: (count, failure) =>
      !(failure instanceof ApiError && failure.is('CONTRACT_NOT_FOUND')) && count < 2,
  })
  const contract: Contract | undefined = live ?? data?.contract
  return { contract, error, valid, busy: isFetching, again: () => void refetch() }
}

/** `BTC/USDT Up · 15m`; the isolates keep the pair left to right in every language. */
function titleOf(contract: Contract, pair: string, t: TFunction<['contracts', 'errors']>): string {
  const direction = t(`direction.${contract.direction}`)
  return `\u2066${pair}\u2069 ${direction} · ${formatDuration(contract.durationSeconds, 'narrow')}`
}
