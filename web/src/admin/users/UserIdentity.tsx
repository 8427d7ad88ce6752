import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getIdentityPaper,
  type IdentityCheck,
  listIdentityChecks,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import { Check as CheckIcon, FileText, Image } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openAddress } from '../../lib/open-address.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import type { Acts } from '../orders/use-acts.ts'
import { Loaded } from '../table/Loaded.tsx'
import { IdentitySteps } from './IdentitySteps.tsx'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

interface UserIdentityProps {
  uid: string
  acts: Acts
  /** Another check may be opened now. */
  onDecided?: (() => void) | undefined
}

/** What a user submitted to prove who they are; each look at it is logged. Who may not decide sees how far it is, no more. */
export function UserIdentity({ uid, acts, onDecided }: UserIdentityProps) {
  const { t } = useTranslation(USER_TEXTS)
  const checks = useQuery({
    queryKey: [USER_KEY, uid, 'identity'],
    queryFn: async () => (await adminCall(listIdentityChecks, { params: { uid } })).checks,
  })
  return (
    <Loaded of={checks}>
      {(data) =>
        data.length === 0 ? (
          <p className="cap">{t('noChecks')}</p>
        ) : (
          data.map((check, at) => (
            <Check key={check.id} isNewest={at === 0} {...{ uid, acts, check, onDecided }} />
          ))
        )
      }
    </Loaded>
  )
}

interface CheckProps extends UserIdentityProps {
  check: IdentityCheck
  isNewest: boolean
}

function Check({ uid, acts, check, isNewest, onDecided }: CheckProps) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const mayDecide = useMay(verifyIdentity)
  const mayOpen = useMay(getIdentityPaper)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { state, realName, document, sides } = check
  const isSeen = sides.length > 0 && sides.every(({ side, isSeen }) => isSeen || opened.has(side))
  const text = (key: string, label: string, words: string | null) =>
    words === null ? [] : [{ key, label, value: <bdi>{words}</bdi> }]
  const time = (key: string, label: string, ms: number | null) =>
    text(key, label, ms === null ? null : formatDayAndClock(ms))
  return (
    <section>
      <h3>{t(`admin:orders.identities.${state}`)}</h3>
      <ValueList
        lines={[
          ...text('name', t('realName'), realName),
          ...(document === null
            ? []
            : [{ key: 'document', label: t('document'), value: t(`paper.${document}`) }]),
          ...time('submitted', t('submitted'), check.submittedMs),
          ...time('decided', t('decided'), check.decidedMs),
          ...text('decidedBy', t('decidedBy'), check.decidedBy),
          ...time('revoked', t('revoked'), check.revokedMs),
          ...text('revokedBy', t('revokedBy'), check.revokedBy),
          ...text('reason', t('reason'), check.reason),
        ]}
      />
      {isNewest && mayOpen ? (
        <Papers
          {...{ uid, acts, check, opened }}
          onOpened={(side) => setOpened(new Set([...opened, side]))}
        />
      ) : null}
      {isNewest && mayDecide ? <IdentitySteps {...{ uid, acts, check, isSeen, onDecided }} /> : null}
    </section>
  )
}

interface PapersProps {
  uid: string
  acts: Acts
  check: IdentityCheck
  /** Those that were opened here, of which the server may not have told yet. */
  opened: ReadonlySet<string>
  onOpened: (side: string) => void
}

/** Pictures are shown here when they are asked for, by an address for this session and a minute; PDFs are saved. */
function Papers({ uid, acts, check: { sides }, opened, onOpened }: PapersProps) {
  const { t } = useTranslation(USER_TEXTS)
  const queries = useQueryClient()
  const [shown, setShown] = useState<Record<string, string>>({})
  const look = (side: 'front' | 'back', isPdf: boolean) => async (): Promise<void> => {
    const { address } = await adminCall(getIdentityPaper, { params: { uid, side } })
    if (!isPdf) {
      setShown((before) => ({ ...before, [side]: address }))
      return
    }
    openAddress(address)
    onOpened(side)
  }
  // The server has recorded it before it gave the picture out.
  const onLoad = (side: string) => (): void => {
    onOpened(side)
    void queries.invalidateQueries({ queryKey: [USER_KEY, uid, 'identity'] })
  }
  return (
    <div className="adm-papers">
      {sides.map(({ side, isPdf, isSeen }) =>
        shown[side] === undefined ? (
          <Button
            key={side}
            size="s"
            icon={isSeen || opened.has(side) ? CheckIcon : isPdf ? FileText : Image}
            pending={acts.pending === `paper-${side}`}
            disabled={acts.isHeld(`paper-${side}`)}
            onClick={() => void acts.act(`paper-${side}`, look(side, isPdf))}
          >
            {t(`side.${side}`)}
            {isSeen || opened.has(side) ? <span className="text-quiet">{t('opened')}</span> : null}
          </Button>
        ) : (
          <img key={side} src={shown[side]} alt={t(`side.${side}`)} onLoad={onLoad(side)} />
        ),
      )}
      {sides.length === 0 ? <p className="cap">{t('noPapers')}</p> : null}
    </div>
  )
}
