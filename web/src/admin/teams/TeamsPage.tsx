import { exportTeams, listTeams, type TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import { Download, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { adminCall, adminFile } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { useExport } from '../orders/use-orders.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { useColumns } from '../table/use-columns.ts'
import { useList, useListAddress } from '../table/use-list.ts'
import { TeamDrawer } from './TeamDrawer.tsx'
import { TEAM_TEXTS, useTeamColumns } from './team-columns.tsx'

/** Who invited whom: the largest teams, and the tree below and above one of them. */
function Teams() {
  const { t } = useTranslation([TEAM_TEXTS, 'admin'])
  const address = useListAddress('team')
  const search = address.text('search')
  const asked = search === '' ? {} : { search }
  const save = useExport()
  const { shown: columns, choices } = useColumns('teams', useTeamColumns())
  const list = useList<TeamMember & { id: string }, { search?: string }>(
    'admin-teams',
    asked,
    async (query) => {
      const { teams, nextCursor } = await adminCall(listTeams, { query })
      return { rows: teams.map((team) => ({ ...team, id: team.uid })), nextCursor }
    },
  )
  const title = t('admin:page.teams')
  return (
    <div className="adm-orders" data-open={address.openId === null ? undefined : ''}>
      <section className="adm-list">
        <h1>{title}</h1>
        <search className="adm-filters">
          <TypedFilter
            className="adm-search"
            icon={Search}
            placeholder={t('teamSearch')}
            told={search}
            onTyped={(text) => address.change({ search: text, team: null })}
          />
          <span className="adm-list-tools">
            <ColumnMenu {...choices} />
            <Button size="s" icon={Download} onClick={() => save(adminFile(exportTeams, { query: asked }))}>
              {t('admin:table.export')}
            </Button>
          </span>
        </search>
        <ListBox
          label={title}
          {...{ list, columns }}
          currentId={address.openId}
          onOpen={({ id }) => address.show(id)}
          failed={t('teamsFailed')}
          none={t(search === '' ? 'noTeams' : 'noneFound')}
        />
      </section>
      {address.openId === null ? null : (
        <TeamDrawer
          key={address.openId}
          uid={address.openId}
          onOpen={(uid) => address.change({ team: uid }, true)}
          onClose={() => address.show(null)}
        />
      )}
    </div>
  )
}

await mountPage('teams', Teams, TEAM_TEXTS)
