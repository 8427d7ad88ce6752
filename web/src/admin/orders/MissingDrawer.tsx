import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import type { MissingRow } from './use-open-row.ts'

/** As long as an id can be: what stands in an address may be anything. */
const SHOWN = 19

interface MissingDrawerProps {
  missing: MissingRow
  steps: RowSteps
}

/** In place of what an address names: while it is loaded, where that fails, and where there is nothing of that number. */
export function MissingDrawer({
  missing: { id, isId, error, isFetching, refetch },
  steps,
}: MissingDrawerProps) {
  const { t } = useTranslation('admin')
  const number = id.slice(0, SHOWN)
  const isNobodys = !isId || (error instanceof ApiError && error.status === 404)
  return (
    <RowDrawer label={number} title={number} {...steps}>
      {isNobodys ? (
        <div role="alert">
          <EmptyState icon={SearchX} title={t('table.nothing', { number: isolatedLtr(number) })} />
        </div>
      ) : error === null ? (
        <Skeleton width="100%" height={320} />
      ) : (
        <ErrorState title={error.message} pending={isFetching} onRetry={() => void refetch()} />
      )}
    </RowDrawer>
  )
}
