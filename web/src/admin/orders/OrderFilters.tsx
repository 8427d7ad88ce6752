import { Download, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { TypedFilter, useOrderAddress } from './use-orders.ts'

/** While somebody types nothing is asked. */
const TYPING_MS = 350

interface OrderFiltersProps {
  address: ReturnType<typeof useOrderAddress<string>>
  methods: readonly { value: string; label: string }[]
  onExport: (() => void) | undefined
}

export function OrderFilters({ address, methods, onExport }: OrderFiltersProps) {
  const { t } = useTranslation('admin')
  const { asked, change } = address
  return (
    <search className="adm-filters">
      <Typed
        name="search"
        {...{ address }}
        className="adm-search"
        icon={Search}
        placeholder={t('orders.search')}
      />
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
        placeholder={t('orders.minAmount')}
        inputMode="decimal"
        dir="ltr"
      />
      <Typed
        name="maxAmount"
        {...{ address }}
        placeholder={t('orders.maxAmount')}
        inputMode="decimal"
        dir="ltr"
      />
      {onExport === undefined ? null : (
        <Button size="s" icon={Download} onClick={onExport}>
          {t('table.export')}
        </Button>
      )}
    </search>
  )
}

type TypedProps = Parameters<typeof TextInput>[0] & {
  name: TypedFilter
  address: ReturnType<typeof useOrderAddress<string>>
}

/** Its text goes into the address a moment after the last letter. */
function Typed({ name, address, placeholder, ...input }: TypedProps) {
  const told = address.typed[name]
  const [text, setText] = useState(told)
  // Back and forward bring other texts.
  useEffect(() => setText(told), [told])
  useEffect(() => {
    if (text.trim() === told) return
    const timer = setTimeout(() => address.change({ [name]: text.trim(), order: null }), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      {...input}
      {...{ placeholder }}
      aria-label={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
