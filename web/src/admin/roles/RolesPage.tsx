import { useQueryClient } from '@tanstack/react-query'
import {
  createAdministrator,
  getAdministrator,
  listAdministrators,
} from '@truestrike/protocol/administrator-endpoints.ts'
import { ROLE_NAMES } from '@truestrike/protocol/permissions.ts'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { useMay } from '../frame/use-may.ts'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { useOpenRow } from '../orders/use-open-row.ts'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools, readAll } from '../table/ListTools.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { useRowAddress } from '../table/use-address.ts'
import { useColumns } from '../table/use-columns.ts'
import { useList } from '../table/use-list.ts'
import { AdministratorDrawer } from './AdministratorDrawer.tsx'
import { useAdministratorColumns } from './administrator-columns.tsx'
import { NewAdministrator } from './NewAdministrator.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'

const LIST = 'admin-administrators'
const TABS = ['people', 'roles'] as const
const STATES = ['active', 'disabled'] as const

function Roles() {
  const { t } = useTranslation(['admin-access', 'admin'])
  const queries = useQueryClient()
  const mayAct = useMay(createAdministrator)
  const [isAdding, setAdding] = useState(false)
  const address = useRowAddress('administrator')
  const { text, params } = address
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'people'
  const role = ROLE_NAMES.find((each) => each === params.get('role'))
  const state = STATES.find((each) => each === params.get('state'))
  const search = text('search')
  const asked = {
    ...{ ...(role === undefined ? {} : { role }), ...(state === undefined ? {} : { state }) },
    ...(search === '' ? {} : { search }),
  }
  const load = async (query: { limit: number; cursor?: string }) => {
    const page = await adminCall(listAdministrators, { query: { ...asked, ...query } })
    return { rows: page.administrators, nextCursor: page.nextCursor }
  }
  const list = useList(LIST, asked, load)
  const open = useOpenRow(
    { name: LIST, rows: list.rows, isError: list.isError },
    { ...address, openId: tab === 'people' ? address.openId : null },
    async (id) => (await adminCall(getAdministrator, { params: { id } })).administrator,
  )
  const { shown: columns, choices } = useColumns('administrators', useAdministratorColumns())
  const reload = () => queries.invalidateQueries({ queryKey: [LIST] })
  return (
    <div className="adm-orders" data-open={open === null ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{t('admin:page.roles')}</h1>
          <span className="flex-1" />
          {mayAct ? (
            <Button size="s" variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
              {t('people.add')}
            </Button>
          ) : null}
        </div>
        <Tabs
          label={t('admin:page.roles')}
          value={tab}
          tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(value) => address.change({ tab: value, administrator: null }, true)}
        >
          {tab === 'roles' ? (
            <RoleMatrix />
          ) : (
            <>
              <search className="adm-filters">
                <TypedFilter
                  className="adm-search"
                  icon={Search}
                  placeholder={t('people.search')}
                  told={search}
                  onTyped={(typed) => address.filter({ search: typed })}
                />
                <Select
                  aria-label={t('people.role')}
                  value={role ?? ''}
                  onChange={({ target }) => address.filter({ role: target.value })}
                >
                  <option value="">{t('people.anyRole')}</option>
                  {ROLE_NAMES.map((each) => (
                    <option key={each} value={each}>
                      {t(`role.${each}`)}
                    </option>
                  ))}
                </Select>
                <Select
                  aria-label={t('people.state')}
                  value={state ?? ''}
                  onChange={({ target }) => address.filter({ state: target.value })}
                >
                  <option value="">{t('people.anyState')}</option>
                  {STATES.map((each) => (
                    <option key={each} value={each}>
                      {t(`people.states.${each}`)}
                    </option>
                  ))}
                </Select>
                <ListTools name="administrators" {...{ columns, choices }} read={() => readAll(load)} />
              </search>
              <ListBox
                label={t('tab.people')}
                list={list}
                columns={columns}
                currentId={address.openId}
                onOpen={({ id }) => address.show(id)}
                failed={t('people.failed')}
                none={t('people.none')}
              />
            </>
          )}
        </Tabs>
      </section>
      {open === null ? null : open.order === undefined ? (
        <MissingDrawer {...open} />
      ) : (
        <AdministratorDrawer
          key={open.order.id}
          administrator={open.order}
          onActed={reload}
          {...open.steps}
        />
      )}
      <NewAdministrator open={isAdding} onClose={() => setAdding(false)} onCreated={reload} />
    </div>
  )
}

await mountPage('roles', Roles, 'admin-access', 'security')
