import { useQuery } from '@tanstack/react-query'
import {
  getIdentityPaper,
  type IdentityCheck,
  listIdentityChecks,
  refuseIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import { FileText, Image } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openAddress } from '../../lib/open-address.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { ActForm } from '../orders/ActForm.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { Loaded } from '../table/Loaded.tsx'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

/** What he handed in to prove who he is; each look at it is logged. Who may not decide sees how far it is, no more. */
export function UserIdentity({ uid, acts }: { uid: string; acts: Acts }) {
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
          data.map((check, at) => <Check key={check.id} isNewest={at === 0} {...{ uid, acts, check }} />)
        )
      }
    </Loaded>
  )
}

interface CheckProps {
  uid: string
  acts: Acts
  check: IdentityCheck
  isNewest: boolean
}

function Check({ uid, acts, check, isNewest }: CheckProps) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const mayDecide = useMay(verifyIdentity)
  const mayOpen = useMay(getIdentityPaper)
  const { id, state, realName, document, submittedMs, decidedMs, reason } = check
  const time = (key: string, label: string, ms: number | null) =>
    ms === null ? [] : [{ key, label, value: <bdi>{formatDayAndClock(ms)}</bdi> }]
  const params = { uid }
  return (
    <section>
      <h3>{t(`admin:orders.identities.${state}`)}</h3>
      <ValueList
        lines={[
          ...(realName === null ? [] : [{ key: 'name', label: t('realName'), value: <bdi>{realName}</bdi> }]),
          ...(document === null
            ? []
            : [{ key: 'document', label: t('document'), value: t(`paper.${document}`) }]),
          ...time('submitted', t('submitted'), submittedMs),
          ...time('decided', t('decided'), decidedMs),
          ...(reason === null ? [] : [{ key: 'reason', label: t('reason'), value: <bdi>{reason}</bdi> }]),
        ]}
      />
      {isNewest && mayOpen ? <Papers {...{ uid, acts, check }} /> : null}
      {state === 'pending' && mayDecide ? (
        <ActForm
          acts={acts}
          note={{ label: t('refuseReason'), neededFor: 'refuse-identity' }}
          steps={[
            {
              ...{ name: 'refuse-identity', label: t('refuse') },
              work: (said) => adminCall(refuseIdentity, { params, body: { checkId: id, reason: said } }),
            },
            {
              ...{ name: 'verify-identity', label: t('verify'), isMain: true },
              work: () => adminCall(verifyIdentity, { params, body: { checkId: id } }),
            },
          ]}
        />
      ) : null}
    </section>
  )
}

/** Pictures are shown here when they are asked for, by an address for this session and a minute; PDFs are saved. */
function Papers({ uid, acts, check: { sides } }: Omit<CheckProps, 'isNewest'>) {
  const { t } = useTranslation(USER_TEXTS)
  const [shown, setShown] = useState<Record<string, string>>({})
  const look = (side: 'front' | 'back', isPdf: boolean) => async (): Promise<void> => {
    const { address } = await adminCall(getIdentityPaper, { params: { uid, side } })
    if (isPdf) openAddress(address)
    else setShown((before) => ({ ...before, [side]: address }))
  }
  return (
    <div className="adm-papers">
      {sides.map(({ side, isPdf }) =>
        shown[side] === undefined ? (
          <Button
            key={side}
            size="s"
            icon={isPdf ? FileText : Image}
            pending={acts.pending === `paper-${side}`}
            disabled={acts.isHeld(`paper-${side}`)}
            onClick={() => void acts.act(`paper-${side}`, look(side, isPdf))}
          >
            {t(`side.${side}`)}
          </Button>
        ) : (
          <img key={side} src={shown[side]} alt={t(`side.${side}`)} />
        ),
      )}
      {sides.length === 0 ? <p className="cap">{t('noPapers')}</p> : null}
    </div>
  )
}
