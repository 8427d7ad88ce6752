import { useTranslation } from 'react-i18next'
import { useProducts } from '../../lib/products-query.ts'
import type { DateSpan, RecordFilters } from './record-filters.ts'

interface RecordFiltersFormProps {
  filters: RecordFilters
  onChange: (filters: RecordFilters) => void
  /** Results make no sense for what is open or cancelled. */
  withResult: boolean
}

const SPANS: readonly DateSpan[] = ['all', 'today', 'week', 'month', 'own']

/** Native selects: they work by keyboard, by touch and for readers of the screen on every device. */
export function RecordFiltersForm({ filters, onChange, withResult }: RecordFiltersFormProps) {
  const { t } = useTranslation('contracts')
  const { data } = useProducts()
  const change = (values: Partial<RecordFilters>): void => onChange({ ...filters, ...values })
  return (
    <div className="cr-filters">
      <select
        aria-label={t('filter.product')}
        value={filters.symbol}
        onChange={(event) => change({ symbol: event.target.value })}
      >
        <option value="">{t('filter.allPairs')}</option>
        {(data?.products ?? []).map(({ symbol, base, quote }) => (
          <option key={symbol} value={symbol}>{`${base}/${quote}`}</option>
        ))}
      </select>
      <select
        aria-label={t('filter.direction')}
        value={filters.direction}
        onChange={(event) => change({ direction: event.target.value as RecordFilters['direction'] })}
      >
        <option value="">{t('filter.bothDirections')}</option>
        <option value="up">{t('direction.up')}</option>
        <option value="down">{t('direction.down')}</option>
      </select>
      {withResult ? (
        <select
          aria-label={t('filter.result')}
          value={filters.result}
          onChange={(event) => change({ result: event.target.value as RecordFilters['result'] })}
        >
          <option value="">{t('filter.allResults')}</option>
          {(['won', 'lost', 'equal'] as const).map((result) => (
            <option key={result} value={result}>
              {t(`result.${result}`)}
            </option>
          ))}
        </select>
      ) : null}
      <select
        aria-label={t('filter.dates')}
        value={filters.span}
        onChange={(event) => change({ span: event.target.value as DateSpan })}
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            {t(`filter.span.${span}`)}
          </option>
        ))}
      </select>
      {filters.span === 'own' ? (
        <>
          <input
            type="date"
            aria-label={t('filter.from')}
            value={filters.from}
            max={filters.to || undefined}
            onChange={(event) => change({ from: event.target.value })}
          />
          <input
            type="date"
            aria-label={t('filter.to')}
            value={filters.to}
            min={filters.from || undefined}
            onChange={(event) => change({ to: event.target.value })}
          />
        </>
      ) : null}
    </div>
  )
}
