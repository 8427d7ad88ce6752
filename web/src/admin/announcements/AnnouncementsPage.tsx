import { useQueryClient } from '@tanstack/react-query'
import {
  type Announcement,
  editAnnouncement,
  getAnnouncement,
  listAnnouncements,
  publishAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { moveOn } from '../frame/unsaved.ts'
import { useMay } from '../frame/use-may.ts'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import { OwnActs, useActs } from '../orders/use-acts.ts'
import { useOpenRow } from '../orders/use-open-row.ts'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools, readAll } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { useList, useListAddress } from '../table/use-list.ts'
import { DraftDrawer, KeptDrawer } from './AnnouncementDrawer.tsx'
import { useAnnouncementColumns } from './announcement-columns.tsx'
import { ANNOUNCEMENT_TEXTS } from './announcement-words.ts'

const LIST = 'admin-announcements'
const STATES = ['all', 'draft', 'published', 'withdrawn'] as const
const NEW = 'new'

/** What the operator tells all users. */
function Announcements() {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  const queries = useQueryClient()
  const address = useListAddress('announcement')
  const state = address.word('state', STATES)
  const { shown: columns, choices } = useColumns('announcements', useAnnouncementColumns())
  const mayAct = useMay(editAnnouncement)
  const [sendsMails, setSendsMails] = useState(false)
  const asked = state === 'all' ? {} : { state }
  const load = async (query: { limit: number; cursor?: string }) => {
    const page = await adminCall(listAnnouncements, { query: { ...asked, ...query } })
    setSendsMails(page.sendsMails)
    return { rows: page.announcements, nextCursor: page.nextCursor }
  }
  const list = useList(LIST, asked, load)
  const onActed = () => queries.invalidateQueries({ queryKey: [LIST] })
  const acts = useActs(onActed)
  const isNew = mayAct && address.openId === NEW
  const opened = address.openId === NEW ? null : address.openId
  const open = useOpenRow(
    { name: LIST, rows: list.rows, isError: list.isError },
    { openId: opened, show: address.show },
    async (id) => (await adminCall(getAnnouncement, { params: { id } })).announcement,
  )
  const onSaved = ({ id, version }: Announcement, publishes: boolean): void => {
    moveOn(() => address.show(id))
    const publish = () => adminCall(publishAnnouncement, { params: { id }, body: { version } })
    if (publishes) void acts.of(id).act('publish', publish)
  }
  const drafting = { sendsMails, onSaved }
  return (
    <div className="adm-orders" data-open={open === null && !isNew ? undefined : ''}>
      <section className="adm-list">
        <div className="an-head">
          <h1>{t('page')}</h1>
          <ListTools name="announcements" {...{ columns, choices }} read={() => readAll(load)} />
          {mayAct ? (
            <Button size="s" icon={Plus} onClick={() => address.show(NEW)}>
              {t('new')}
            </Button>
          ) : null}
        </div>
        <Tabs
          label={t('column.state')}
          value={state}
          tabs={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => address.change({ state: value, announcement: null }, true)}
        >
          <ListBox
            label={t('page')}
            {...{ list, columns }}
            failed={t('failed')}
            none={t('none')}
            currentId={address.openId}
            onOpen={({ id }) => address.show(id)}
          />
        </Tabs>
      </section>
      {isNew ? (
        <OwnActs key={NEW} onActed={onActed}>
          {(own) => (
            <DraftDrawer announcement={null} acts={own} onClose={() => address.show(null)} {...drafting} />
          )}
        </OwnActs>
      ) : open === null ? null : open.order === undefined ? (
        <MissingDrawer {...open} />
      ) : open.order.state === 'draft' && mayAct ? (
        <DraftDrawer
          key={open.order.id}
          announcement={open.order}
          acts={acts.of(open.order.id)}
          {...drafting}
          {...open.steps}
        />
      ) : (
        <KeptDrawer
          key={open.order.id}
          announcement={open.order}
          acts={acts.of(open.order.id)}
          {...open.steps}
        />
      )}
    </div>
  )
}

await mountPage('announcements', Announcements, ANNOUNCEMENT_TEXTS)
