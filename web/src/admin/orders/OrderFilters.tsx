import { Download, Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { useAmounts } from './use-amounts.ts'
import type { TypedFilterName, useOrderAddress } from './use-orders.ts'

interface OrderFiltersProps {
  address: ReturnType<typeof useOrderAddress<string>>
  methods: readonly { value: string; label: string }[]
  onExport: (() => void) | undefined
  /** What the search field says it finds. */
  searches: string
  /** Filters of one page alone. */
  more: ReactNode
  /** What else stands beside them. */
  children?: ReactNode
}

export function OrderFilters({ address, methods, onExport, searches, more, children }: OrderFiltersProps) {
  const { t } = useTranslation('admin')
  const { boundFault } = useAmounts()
  const { asked, change } = address
  return (
    <search className="adm-filters">
      <Typed name="search" {...{ address }} className="adm-search" icon={Search} placeholder={searches} />
      <Select
        aria-label={t('orders.method')}
        value={asked.method ?? ''}
        onChange={({ target }) => change({ method: target.value, order: null })}
      >
        <option value="">{t('orders.anyMethod')}</option>
        {methods.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Typed
        name="minAmount"
        {...{ address }}
        faultOf={boundFault}
        placeholder={t('orders.minAmount')}
        inputMode="decimal"
        dir="ltr"
      />
      <Typed
        name="maxAmount"
        {...{ address }}
        faultOf={boundFault}
        placeholder={t('orders.maxAmount')}
        inputMode="decimal"
        dir="ltr"
      />
      {more}
      <span className="adm-list-tools">
        {children}
        {onExport === undefined ? null : (
          <Button size="s" icon={Download} onClick={onExport}>
            {t('table.export')}
          </Button>
        )}
      </span>
    </search>
  )
}

type TypedProps = Omit<ComponentProps<typeof TypedFilter>, 'told' | 'onTyped'> & {
  name: TypedFilterName
  address: ReturnType<typeof useOrderAddress<string>>
}

const Typed = ({ name, address, ...input }: TypedProps) => (
  <TypedFilter
    {...input}
    told={address.typed[name]}
    onTyped={(text) => address.change({ [name]: text, order: null })}
  />
)
