import { Download, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProducts } from '../../lib/products-query.ts'
import { Button } from '../../ui/Button.tsx'
import { useAmounts } from '../orders/use-amounts.ts'
import { Choice } from '../table/Choice.tsx'
import { TimeField } from '../table/TimeField.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import type { ContractAddress } from './use-contract-list.ts'

interface ContractFiltersProps {
  address: ContractAddress
  onExport(): void
  children: ReactNode
}

export function ContractFilters({ address, onExport, children }: ContractFiltersProps) {
  const { t } = useTranslation(['admin-contracts', 'admin', 'contracts'])
  const { data } = useProducts()
  const { boundFault } = useAmounts()
  const { filters, typed, fromMs, toMs, isFiltered, state } = address
  /** Times begin anew each time the filters are cleared: what could not be read in them goes too. */
  const [resets, setResets] = useState(0)
  const change = (changes: Record<string, string | number | null>): void =>
    address.change({ ...changes, contract: null })
  const bound = (name: 'minStake' | 'maxStake', placeholder: string) => (
    <TypedFilter
      {...{ placeholder, told: typed(name), onTyped: (text: string) => change({ [name]: text }) }}
      faultOf={boundFault}
      inputMode="decimal"
      dir="ltr"
    />
  )
  return (
    <search className="adm-filters">
      <TypedFilter
        className="adm-search"
        icon={Search}
        placeholder={t('search')}
        told={typed('search')}
        onTyped={(search) => change({ search })}
      />
      <Choice
        label={t('admin:dashboard.product')}
        any={t('contracts:filter.allPairs')}
        value={filters.symbol}
        options={(data?.products ?? []).map(({ symbol, base, quote }) => [symbol, `${base}/${quote}`])}
        onChange={(symbol) => change({ symbol })}
      />
      <Choice
        label={t('contracts:filter.direction')}
        any={t('contracts:filter.bothDirections')}
        value={filters.direction}
        options={(['up', 'down'] as const).map((each) => [each, t(`contracts:direction.${each}`)])}
        onChange={(direction) => change({ direction })}
      />
      <Choice
        label={t('admin:dashboard.book')}
        any={t('anyBook')}
        value={filters.book}
        options={(['real', 'demo'] as const).map((each) => [each, t(`admin:dashboard.books.${each}`)])}
        onChange={(book) => change({ book })}
      />
      {state === 'all' || state === 'completed' ? (
        <Choice
          label={t('contracts:filter.result')}
          any={t('contracts:filter.allResults')}
          value={filters.result}
          options={(['won', 'lost', 'equal'] as const).map((each) => [each, t(`contracts:result.${each}`)])}
          onChange={(result) => change({ result })}
        />
      ) : null}
      {bound('minStake', t('admin:orders.minAmount'))}
      {bound('maxStake', t('admin:orders.maxAmount'))}
      <span className="adm-times" key={resets}>
        <TimeField label={t('from')} valueMs={fromMs} onChange={(from) => change({ from })} />
        <TimeField label={t('to')} isEnd valueMs={toMs} onChange={(to) => change({ to })} />
      </span>
      {isFiltered ? (
        <Button
          size="s"
          variant="ghost"
          onClick={() => {
            change(CLEARED)
            setResets(resets + 1)
          }}
        >
          {t('contracts:filter.clear')}
        </Button>
      ) : null}
      <span className="flex-1" />
      {children}
      <Button size="s" icon={Download} onClick={onExport}>
        {t('admin:table.export')}
      </Button>
    </search>
  )
}

const CLEARED = {
  ...{ search: null, symbol: null, direction: null, book: null, result: null },
  ...{ minStake: null, maxStake: null, from: null, to: null },
}
