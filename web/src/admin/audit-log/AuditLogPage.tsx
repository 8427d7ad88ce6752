import { exportAuditLog, getAuditEntry, listAuditLog } from '@truestrike/protocol/audit-endpoints.ts'
import { Download, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { useOpenRow } from '../orders/use-open-row.ts'
import { useExport } from '../orders/use-orders.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { readTimeParam } from '../table/local-time.ts'
import { TimeField } from '../table/TimeField.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { useRowAddress } from '../table/use-address.ts'
import { useColumns } from '../table/use-columns.ts'
import { useList } from '../table/use-list.ts'
import { AuditChain } from './AuditChain.tsx'
import { AuditDrawer } from './AuditDrawer.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { VALUE_TEXTS } from './value-keys.ts'

const LIST = 'admin-audit-log'
const KINDS = ['admin', 'user', 'system'] as const
const TYPED = ['who', 'action', 'subject'] as const

/** Who did what: to look at only. */
function AuditLog() {
  const { t } = useTranslation(['admin-access', 'admin'])
  const address = useRowAddress('entry')
  const { text, params, filter } = address
  const [fromMs, toMs] = [readTimeParam(params.get('from')), readTimeParam(params.get('to'))]
  const actorKind = KINDS.find((each) => each === params.get('kind'))
  const asked = {
    ...Object.fromEntries(TYPED.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]))),
    ...(actorKind === undefined ? {} : { actorKind }),
    ...(fromMs === null ? {} : { fromMs }),
    ...(toMs === null ? {} : { toMs }),
  }
  const list = useList(LIST, asked, async (query) => {
    const { entries: rows, ...page } = await adminCall(listAuditLog, { query })
    return { rows, ...page }
  })
  const open = useOpenRow(
    { name: LIST, rows: list.rows, isError: list.isError },
    address,
    async (id) => (await adminCall(getAuditEntry, { params: { id } })).entry,
  )
  const { shown: columns, choices } = useColumns('audit-log', useAuditColumns())
  const save = useExport()
  return (
    <div className="adm-orders" data-open={open === null ? undefined : ''}>
      <section className="adm-list">
        <h1>{t('admin:page.audit-log')}</h1>
        <AuditChain />
        <search className="adm-filters">
          {TYPED.map((name) => (
            <TypedFilter
              key={name}
              className="adm-search"
              {...(name === 'who' ? { icon: Search } : { dir: 'ltr' as const })}
              placeholder={t(`audit.search.${name}`)}
              told={text(name)}
              onTyped={(typed) => filter({ [name]: typed })}
            />
          ))}
          <Select
            aria-label={t('audit.kind')}
            value={actorKind ?? ''}
            onChange={({ target }) => filter({ kind: target.value })}
          >
            <option value="">{t('audit.anyKind')}</option>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`audit.kinds.${each}`)}
              </option>
            ))}
          </Select>
          <span className="adm-times">
            <TimeField label={t('audit.from')} valueMs={fromMs} onChange={(from) => filter({ from })} />
            <TimeField label={t('audit.to')} isEnd valueMs={toMs} onChange={(to) => filter({ to })} />
          </span>
          <span className="flex-1" />
          <ColumnMenu {...choices} />
          <Button size="s" icon={Download} onClick={() => save(adminFile(exportAuditLog, { query: asked }))}>
            {t('admin:table.export')}
          </Button>
        </search>
        <ListBox
          label={t('admin:page.audit-log')}
          list={list}
          columns={columns}
          currentId={address.openId}
          onOpen={({ id }) => address.show(id)}
          failed={t('audit.failed')}
          none={t('audit.none')}
        />
      </section>
      {open === null ? null : open.order === undefined ? (
        <MissingDrawer {...open} />
      ) : (
        <AuditDrawer key={open.order.id} entry={open.order} {...open.steps} />
      )}
    </div>
  )
}

await mountPage('audit-log', AuditLog, 'admin-access', ...VALUE_TEXTS)
