import type { ReviewedWithdrawal } from '@truestrike/protocol/review-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { usePageAddress } from '../frame/page-address.ts'
import { OrderTotals } from '../orders/OrderTotals.tsx'
import type { OrderTotals as Totals } from '../orders/use-orders.ts'
import { totalOf } from './BulkBar.tsx'
import { isWhole, type KnownChecks } from './use-checks.ts'

const RESULTS = ['passed', 'failed'] as const
type Result = (typeof RESULTS)[number]

/** Which orders the address asks for by their checks; null: any. */
export function useCheckResult(): Result | null {
  const asked = new URLSearchParams(usePageAddress((address) => address.search)).get('checks')
  return RESULTS.find((each) => each === asked) ?? null
}

/**
 * Of what is loaded: the checks are made anew whenever somebody looks, so that no index knows who passed. `isBlind`: no checks
 * could be had to filter by.
 */
export function byChecks<Row extends { id: string }>(
  rows: Row[] | undefined,
  { passed, isFailed }: Pick<KnownChecks, 'passed' | 'isFailed'>,
  result: Result | null,
): { shown: Row[] | undefined; isBlind: boolean } {
  if (result === null || rows === undefined) return { shown: rows, isBlind: false }
  // Where nothing is known yet, nothing can be said to be found or not.
  if (rows.length > 0 && !rows.some(({ id }) => passed.has(id)))
    return { shown: undefined, isBlind: isFailed }
  const shown = rows.filter(({ id }) => {
    const own = passed.get(id)
    return own !== undefined && isWhole(own) === (result === 'passed')
  })
  return { shown, isBlind: false }
}

interface CheckFilterProps {
  result: Result | null
  onChange: (changes: Record<string, string | null>) => void
}

export function CheckFilter({ result, onChange }: CheckFilterProps) {
  const { t } = useTranslation('admin')
  return (
    <Select
      aria-label={t('orders.column.checks')}
      value={result ?? ''}
      onChange={({ target }) => onChange({ checks: target.value, order: null })}
    >
      <option value="">{t('orders.anyCheck')}</option>
      {RESULTS.map((each) => (
        <option key={each} value={each}>
          {t(`orders.checkResults.${each}`)}
        </option>
      ))}
    </Select>
  )
}

interface WithdrawFootProps {
  result: Result | null
  checks: KnownChecks
  /** The list itself says that there are none to be had. */
  isBlind: boolean
  totals: Totals
  shown: readonly ReviewedWithdrawal[]
  /** How many there are to filter. */
  loaded: number
}

/** What the server counts; filtered by checks, what is shown of what is loaded; and that some checks could not be had. */
export function WithdrawFoot({ result, checks, isBlind, totals, shown, loaded }: WithdrawFootProps) {
  const { t } = useTranslation('admin')
  const sum = formatMoneyExact(totalOf(shown.map(({ amount }) => amount)))
  return (
    <>
      {checks.isFailed && !isBlind ? (
        <ErrorState title={t('orders.checksFailed')} pending={checks.isFetching} onRetry={checks.refetch} />
      ) : null}
      {result === null ? (
        <OrderTotals of={totals} />
      ) : (
        <p className="cap adm-totals">
          {t('orders.totalsLoaded', { count: shown.length, all: loaded, sum })} · {t('orders.checkLoaded')}
        </p>
      )}
    </>
  )
}
