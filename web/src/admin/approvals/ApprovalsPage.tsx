import { useQueryClient } from '@tanstack/react-query'
import {
  getProposal,
  listProposals,
  PROPOSAL_KINDS,
  type ProposalKind,
} from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Tabs } from '../../ui/Tabs.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { useActs } from '../orders/use-acts.ts'
import { useOpenRow } from '../orders/use-open-row.ts'
import { Choice } from '../table/Choice.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools, readAll } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { useList, useListAddress } from '../table/use-list.ts'
import { ProposalDrawer } from './ProposalDrawer.tsx'
import { useProposalColumns } from './proposal-columns.tsx'
import { APPROVAL_TEXTS } from './proposal-words.tsx'

const LIST = 'admin-approvals'
const WHICH = ['open', 'all'] as const
const KINDS = ['', ...PROPOSAL_KINDS] as const

/** Acts that wait for a second administrator. */
function Approvals() {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const queries = useQueryClient()
  const address = useListAddress('proposal')
  const which = address.word('which', WHICH)
  const kind = address.word('kind', KINDS)
  const asked: { which: (typeof WHICH)[number]; kind?: ProposalKind } =
    kind === '' ? { which } : { which, kind }
  const { shown: columns, choices } = useColumns('approvals', useProposalColumns())
  const load = async (query: { limit: number; cursor?: string }) => {
    const { proposals, nextCursor } = await adminCall(listProposals, { query: { ...asked, ...query } })
    return { rows: proposals, nextCursor }
  }
  const list = useList(LIST, asked, load)
  const acts = useActs(() => queries.invalidateQueries({ queryKey: [LIST] }))
  const open = useOpenRow({ name: LIST, rows: list.rows, isError: list.isError }, address, async (id) => {
    return (await adminCall(getProposal, { params: { id } })).proposal
  })
  return (
    <div className="adm-orders" data-open={open === null ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{t('title')}</h1>
          <ListTools name="approvals" {...{ columns, choices }} read={() => readAll(load)} />
        </div>
        <Tabs
          label={t('which.label')}
          value={which}
          tabs={WHICH.map((value) => ({ value, label: t(`which.${value}`) }))}
          onChange={(value) => address.change({ which: value, proposal: null }, true)}
        >
          <search className="adm-filters">
            <Choice
              label={t('column.act')}
              any={t('anyKind')}
              value={kind}
              options={PROPOSAL_KINDS.map((each) => [each, t(`kind.${each}`)])}
              onChange={(next) => address.change({ kind: next, proposal: null })}
            />
          </search>
          <ListBox
            label={t('title')}
            {...{ list, columns }}
            failed={t('failed')}
            none={t(kind !== '' ? 'noneOfKind' : which === 'open' ? 'none' : 'noneEver')}
            currentId={address.openId}
            onOpen={({ id }) => address.show(id)}
          />
        </Tabs>
      </section>
      {open === null ? null : open.order === undefined ? (
        <MissingDrawer {...open} />
      ) : (
        <ProposalDrawer
          key={open.order.id}
          proposal={open.order}
          acts={acts.of(open.order.id)}
          {...open.steps}
        />
      )}
    </div>
  )
}

await mountPage('approvals', Approvals, APPROVAL_TEXTS)
