import { useQuery } from '@tanstack/react-query'
import {
  type Announcement,
  editAnnouncement,
  getAnnouncement,
  withdrawAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { useDraft } from './announcement-draft.ts'
import { ANNOUNCEMENT_TEXTS, announcementNumber, LANGUAGES } from './announcement-words.ts'

interface DraftDrawerProps extends RowSteps {
  /** Null: a new one. */
  announcement: Announcement | null
  acts: Acts
  sendsMails: boolean
  onSaved: (id: string) => void
}

/** One that is being written. */
export function DraftDrawer({ announcement, acts, sendsMails, onSaved, ...steps }: DraftDrawerProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  const of = useDraft(announcement)
  const [isTried, setTried] = useState(false)
  const [isSure, setSure] = useState(false)
  const keep = (name: string, work: () => Promise<Announcement>): void => {
    setTried(true)
    if (of.fault === null) void acts.act(name, async () => onSaved((await work()).id))
  }
  const { kept } = of
  const title = kept === null ? t('new') : announcementNumber(kept.id)
  return (
    <RowDrawer
      label={title}
      title={title}
      badges={<Badge>{t('state.draft')}</Badge>}
      foot={
        <>
          <ActFault fault={acts.fault} />
          <div role="alert">
            {isTried && of.fault !== null ? <Banner>{t(`fault.${of.fault}`)}</Banner> : null}
            {isSure && of.fault === null ? <Banner>{t('sure')}</Banner> : null}
          </div>
          <div className="adm-buttons">
            <Button
              pending={acts.pending === 'save'}
              disabled={acts.isHeld('save')}
              onClick={() => keep('save', of.save)}
            >
              {t('save')}
            </Button>
            <Button
              variant="primary"
              icon={Send}
              pending={acts.pending === 'publish'}
              disabled={acts.isHeld('publish')}
              onClick={() => {
                if (isSure) return keep('publish', of.publish)
                setTried(true)
                setSure(true)
              }}
            >
              {t(isSure ? 'publishSure' : 'publish')}
            </Button>
          </div>
          {kept === null ? null : <Withdraw announcement={kept} acts={acts} label={t('drop')} />}
        </>
      }
      {...steps}
    >
      <AnnouncementForm of={of} sendsMails={sendsMails} />
    </RowDrawer>
  )
}

interface KeptDrawerProps extends RowSteps {
  announcement: Announcement
  acts: Acts
}

/** One that was published, or is only looked at: as it reads, and how many it has reached. */
export function KeptDrawer({ announcement, acts, ...steps }: KeptDrawerProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  const mayAct = useMay(editAnnouncement)
  const { id, state, version, texts, fallback, fromMs, toMs, mail, mailed, author } = announcement
  const { data } = useQuery({
    queryKey: ['admin-announcement', id, version],
    queryFn: () => adminCall(getAnnouncement, { params: { id } }),
  })
  const line = (key: string, label: string, value: string) => ({ key, label, value: <bdi>{value}</bdi> })
  return (
    <RowDrawer
      label={announcementNumber(id)}
      title={announcementNumber(id)}
      badges={<Badge>{t(`state.${state}`)}</Badge>}
      foot={
        <>
          <ActFault fault={acts.fault} />
          {mayAct && state === 'published' ? (
            <Withdraw {...{ announcement, acts }} label={t('withdraw')} />
          ) : null}
        </>
      }
      {...steps}
    >
      <ValueList
        lines={[
          line('from', t('from'), formatDayAndClock(fromMs)),
          line('to', t('to'), formatDayAndClock(toMs)),
          line('author', t('column.author'), author),
          { key: 'told', label: t('told'), value: <Num>{data?.told ?? '–'}</Num> },
          line('mail', t('mail.label'), t(`mail.${mail ?? 'none'}`)),
          ...(mail === null ? [] : [{ key: 'mailed', label: t('mailed'), value: <Num>{mailed}</Num> }]),
        ]}
      />
      {LANGUAGES.filter(({ value }) => texts[value] !== undefined).map(({ value, name }) => (
        <section key={value}>
          <h3>{value === fallback ? t('isFallback', { language: name }) : name}</h3>
          <AnnouncementPreview words={texts[value]} language={value} />
        </section>
      ))}
    </RowDrawer>
  )
}

function Withdraw({ announcement, acts, label }: { announcement: Announcement; acts: Acts; label: string }) {
  const { id, version } = announcement
  const withdraw = () => adminCall(withdrawAnnouncement, { params: { id }, body: { version } })
  return (
    <Button
      variant="ghost"
      icon={Trash2}
      block
      pending={acts.pending === 'withdraw'}
      disabled={acts.isHeld('withdraw')}
      onClick={() => void acts.act('withdraw', withdraw)}
    >
      {label}
    </Button>
  )
}
