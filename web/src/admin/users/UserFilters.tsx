import { Download, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TimeField } from '../table/TimeField.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { IDENTITIES, STATUSES, USER_TEXTS, type UserAddress } from './use-users.ts'

interface UserFiltersProps {
  address: UserAddress
  onExport(): void
  children: ReactNode
}

const CLEARED = { search: null, status: null, identity: null, team: null, from: null, to: null }

export function UserFilters({ address, onExport, children }: UserFiltersProps) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  /** Times begin anew each time the filters are cleared: what could not be read in them goes too. */
  const [resets, setResets] = useState(0)
  const change = (changes: Record<string, string | null>): void => address.change({ ...changes, user: null })
  const time = (ms: number | null) => (ms === null ? null : String(ms))
  return (
    <search className="adm-filters">
      <TypedFilter
        className="adm-search"
        icon={Search}
        placeholder={t('search')}
        told={address.search}
        onTyped={(search) => change({ search })}
      />
      <Select
        aria-label={t('status.label')}
        value={address.status}
        onChange={({ target }) => change({ status: target.value })}
      >
        {STATUSES.map((each) => (
          <option key={each} value={each}>
            {each === '' ? t('status.any') : t(`status.${each}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('admin:orders.identity')}
        value={address.identity}
        onChange={({ target }) => change({ identity: target.value })}
      >
        {IDENTITIES.map((each) => (
          <option key={each} value={each}>
            {each === '' ? t('anyIdentity') : t(`admin:orders.identities.${each}`)}
          </option>
        ))}
      </Select>
      <TypedFilter
        placeholder={t('team')}
        told={address.team}
        onTyped={(team) => change({ team })}
        inputMode="numeric"
        dir="ltr"
      />
      <span className="adm-times" key={resets}>
        <TimeField
          label={t('from')}
          valueMs={address.fromMs}
          onChange={(from) => change({ from: time(from) })}
        />
        <TimeField label={t('to')} isEnd valueMs={address.toMs} onChange={(to) => change({ to: time(to) })} />
      </span>
      {address.isFiltered ? (
        <Button
          size="s"
          variant="ghost"
          onClick={() => {
            change(CLEARED)
            setResets(resets + 1)
          }}
        >
          {t('clear')}
        </Button>
      ) : null}
      <span className="adm-list-tools">
        {children}
        <Button size="s" icon={Download} onClick={onExport}>
          {t('admin:table.export')}
        </Button>
      </span>
    </search>
  )
}
