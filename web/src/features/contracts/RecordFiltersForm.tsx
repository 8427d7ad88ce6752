import { useTranslation } from 'react-i18next'
import { useProducts } from '../../lib/products-query.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Select } from '../../ui/Select.tsx'
import { type DateSpan, type RecordFilters, type RecordTab, takesResult } from './record-filters.ts'

interface RecordFiltersFormProps {
  filters: RecordFilters
  onChange: (chosen: Partial<RecordFilters>) => void
  tab: RecordTab
}

const SPANS: readonly DateSpan[] = ['all', 'today', 'week', 'month', 'own']

export function RecordFiltersForm({ filters, onChange: change, tab }: RecordFiltersFormProps) {
  const { t } = useTranslation('contracts')
  const { data } = useProducts()
  return (
    <div className="cr-filters">
      <Select
        aria-label={t('filter.product')}
        value={filters.symbol}
        onChange={(event) => change({ symbol: event.target.value })}
      >
        <option value="">{t('filter.allPairs')}</option>
        {(data?.products ?? []).map(({ symbol, base, quote }) => (
          <option key={symbol} value={symbol}>{`${base}/${quote}`}</option>
        ))}
      </Select>
      <Select
        aria-label={t('filter.direction')}
        value={filters.direction}
        onChange={(event) => change({ direction: event.target.value as RecordFilters['direction'] })}
      >
        <option value="">{t('filter.bothDirections')}</option>
        <option value="up">{t('direction.up')}</option>
        <option value="down">{t('direction.down')}</option>
      </Select>
      {tab === 'history' ? (
        <Select
          aria-label={t('stateName')}
          value={filters.state}
          onChange={(event) => change({ state: event.target.value as RecordFilters['state'] })}
        >
          <option value="">{t('filter.allStates')}</option>
          {(['completed', 'cancelled'] as const).map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {takesResult(tab, filters) ? (
        <Select
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
        </Select>
      ) : null}
      <Select
        aria-label={t('filter.dates')}
        value={filters.span}
        onChange={(event) => change({ span: event.target.value as DateSpan })}
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            {t(`filter.span.${span}`)}
          </option>
        ))}
      </Select>
      {filters.span === 'own' ? (
        <>
          <DateField
            label={t('filter.from')}
            value={filters.from}
            max={filters.to}
            onChange={(from) => change({ from })}
          />
          <DateField
            label={t('filter.to')}
            value={filters.to}
            min={filters.from}
            onChange={(to) => change({ to })}
          />
        </>
      ) : null}
    </div>
  )
}
