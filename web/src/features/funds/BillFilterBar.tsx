import type { Book } from '@truestrike/protocol/scalars.ts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { type BillFilters, STATUSES, TYPES } from './bill-filters.ts'

const BOOKS = ['real', 'demo'] as const satisfies Book[]
const CHOICES = { type: TYPES, status: STATUSES } as const
const NO_FILTERS: BillFilters = { type: '', status: '', from: '', to: '' }

interface BillFilterBarProps {
  book: Book
  setBook(book: string): void
  filters: BillFilters
  setFilters(chosen: Partial<BillFilters>): void
  exporting: boolean
  onExport: () => void
}

/** Which bills are shown, and the file of them. */
export function BillFilterBar({
  book,
  setBook,
  filters,
  setFilters,
  exporting,
  onExport,
}: BillFilterBarProps) {
  const { t } = useTranslation(['funds', 'account'])
  /** Fields of the dates begin anew with each reset: what could not be read in them goes too. */
  const [resets, setResets] = useState(0)
  const set = (name: keyof BillFilters, value: string): void => setFilters({ [name]: value })
  return (
    <div className="fu-filters">
      <Field label={t('bill.book')}>
        {(control) => (
          <Select {...control} value={book} onChange={({ target }) => setBook(target.value)}>
            {BOOKS.map((each) => (
              <option key={each} value={each}>
                {t(`account:book.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(['type', 'status'] as const).map((name) => (
        <Field key={name} label={t(`${name}.label`)}>
          {(control) => (
            <Select {...control} value={filters[name]} onChange={({ target }) => set(name, target.value)}>
              <option value="">{t(`${name}.all`)}</option>
              {CHOICES[name].map((each) => (
                <option key={each} value={each}>
                  {t(`${name}.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <DateField
        key={`from-${resets}`}
        label={t('from')}
        value={filters.from}
        max={filters.to}
        onChange={(from) => set('from', from)}
      />
      <DateField
        key={`to-${resets}`}
        label={t('to')}
        value={filters.to}
        min={filters.from}
        onChange={(to) => set('to', to)}
      />
      <div className="fu-buttons">
        <Button icon={FileDown} pending={exporting} onClick={onExport}>
          {t('export')}
        </Button>
        {Object.values(filters).every((value) => value === '') ? null : (
          <Button
            variant="ghost"
            onClick={() => {
              setFilters(NO_FILTERS)
              setResets(resets + 1)
            }}
          >
            {t('reset')}
          </Button>
        )}
      </div>
    </div>
  )
}
