import { useQuery } from '@tanstack/react-query'
import { type Contract, getContract } from '@truestrike/protocol/trade-endpoints.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useContracts } from '../../lib/contracts-store.ts'
import { formatDuration } from '../../lib/duration-format.ts'
import { usePairText } from '../../lib/products-query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ContractDetails } from './ContractDetails.tsx'

interface ContractDrawerProps {
  id: string | null
  onClose: () => void
}

const ID = /^[1-9][0-9]{0,18}$/

export function ContractDrawer({ id, onClose }: ContractDrawerProps) {
  const { t } = useTranslation(['contracts', 'errors'])
  const live = useContracts((contracts) => (id === null ? undefined : contracts.byId.get(id)))
  const valid = id !== null && ID.test(id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['contracts', 'one', id],
    queryFn: ({ signal }) => call(getContract, { params: { id: id ?? '' } }, { toast: false, signal }),
    enabled: valid,
    retry: (count, failure) =>
      !(failure instanceof ApiError && failure.is('CONTRACT_NOT_FOUND')) && count < 2,
  })
  const contract = live ?? data?.contract
  const pair = usePairText(contract?.symbol ?? '')
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      wide="drawer"
      title={contract === undefined ? t('details') : titleOf(contract, pair, t)}
    >
      {contract !== undefined ? (
        <ContractDetails contract={contract} />
      ) : error !== null || !valid ? (
        <ErrorState
          title={error instanceof ApiError ? error.message : t('notFound')}
          {...(valid ? { onRetry: () => void refetch(), pending: isFetching } : {})}
        />
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

/** `BTC/USDT Up · 15m`; the isolates keep the pair left to right in every language. */
function titleOf(contract: Contract, pair: string, t: TFunction<['contracts', 'errors']>): string {
  const direction = t(`direction.${contract.direction}`)
  return `\u2066${pair}\u2069 ${direction} · ${formatDuration(contract.durationSeconds, 'narrow')}`
}
