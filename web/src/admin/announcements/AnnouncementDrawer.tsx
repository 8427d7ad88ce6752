import { useQuery } from '@tanstack/react-query'
import {
  type Announcement,
  editAnnouncement,
  getAnnouncement,
  withdrawAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchDoublePress } from '../../lib/double-press.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveOn, useUnsaved } from '../frame/unsaved.ts'
import { useMay } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { ConflictBanner } from '../settings/ConflictBanner.tsx'
import { type Base, useBase } from '../settings/use-base.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { useDraft } from './announcement-draft.ts'
import { ANNOUNCEMENT_TEXTS, announcementNumber, LANGUAGES } from './announcement-words.ts'

/** The second half of a double press meets the question that has just opened, or what stands in its place once it is answered. */
const isRepeatedPress = watchDoublePress()

interface DraftDrawerProps extends RowSteps {
  /** Null: a new one. */
  announcement: Announcement | null
  acts: Acts
  sendsMails: boolean
  /** `publishes`: it is also to go out. That is an act on the one that is kept, and told with it. */
  onSaved: (announcement: Announcement, publishes: boolean) => void
}

/** One that is being written. */
export function DraftDrawer(props: DraftDrawerProps) {
  const held = useBase(props.announcement, (announcement) => announcement?.version ?? 0, props.acts)
  return <OpenDraft key={held.begun} {...props} held={held} acts={held.acts} />
}

interface OpenDraftProps extends DraftDrawerProps {
  held: Base<Announcement | null>
}

function OpenDraft({ announcement: kept, held, acts, sendsMails, onSaved, ...steps }: OpenDraftProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  const of = useDraft(held)
  useUnsaved(held.isTouched, 'announcement')
  const [isTried, setTried] = useState(false)
  const [isSure, setSure] = useState(false)
  const keep = async (name: 'save' | 'publish'): Promise<void> => {
    setTried(true)
    const { save } = of
    if (save === null) return
    const saved: { now: Announcement | null } = { now: null }
    await acts.act(name, async () => {
      saved.now = await held.save(save, ({ version }) => version)
    })
    if (saved.now !== null) onSaved(saved.now, name === 'publish')
  }
  const publish = (pressedMs: number): void => {
    if (isRepeatedPress(pressedMs)) return
    if (isSure) return void keep('publish')
    setTried(true)
    // What is asked is on the screen once nothing is missing.
    setSure(of.fault === null)
  }
  const title = kept === null ? t('new') : announcementNumber(kept.id)
  return (
    <RowDrawer
      label={title}
      title={title}
      badges={<Badge>{t('state.draft')}</Badge>}
      foot={
        <>
          <ConflictBanner of={held} />
          <ActFault fault={acts.fault} />
          <div role="alert">
            {isTried && of.fault !== null ? <Banner>{t(`fault.${of.fault}`)}</Banner> : null}
            {isSure && of.fault === null ? <Banner>{t('sure')}</Banner> : null}
          </div>
          <div className="adm-buttons">
            <Button
              pending={acts.pending === 'save'}
              disabled={acts.isHeld('save')}
              onClick={() => void keep('save')}
            >
              {t('save')}
            </Button>
            <Button
              variant="primary"
              icon={Send}
              pending={acts.pending === 'publish'}
              disabled={acts.isHeld('publish')}
              onClick={({ timeStamp }) => publish(timeStamp)}
            >
              {t(isSure ? 'publishSure' : 'publish')}
            </Button>
          </div>
          {kept === null ? null : (
            <Drop
              announcement={{ ...kept, version: held.version }}
              acts={acts}
              onDone={() => moveOn(steps.onClose)}
            />
          )}
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
          {mayAct && state === 'published' ? <Withdraw {...{ announcement, acts }} /> : null}
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

interface OfOneProps {
  announcement: Announcement
  acts: Acts
}

const withdraw = ({ id, version }: Announcement) =>
  adminCall(withdrawAnnouncement, { params: { id }, body: { version } })

/** A draft is given up for good: no list has its words any more. */
function Drop({ announcement, acts, onDone }: OfOneProps & { onDone: () => void }) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  return (
    <ConfirmStep
      {...{ acts, onDone }}
      name="withdraw"
      label={t('drop')}
      title={t('dropTitle')}
      reasonLabel={null}
      work={() => withdraw(announcement)}
    >
      <p>{t('dropText')}</p>
    </ConfirmStep>
  )
}

/** Nobody sees it any more, for good. */
function Withdraw({ announcement, acts }: OfOneProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  return (
    <ConfirmStep
      {...{ acts }}
      name="withdraw"
      label={t('withdraw')}
      title={t('withdrawTitle')}
      reasonLabel={null}
      work={() => withdraw(announcement)}
    >
      <p>{t('withdrawText')}</p>
    </ConfirmStep>
  )
}
