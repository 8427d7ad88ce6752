import {
  type IdentityCheck,
  refuseIdentity,
  revokeIdentity,
  verifyIdentity,
} from '@truestrike/protocol/people-endpoints.ts'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { USER_TEXTS } from './use-users.ts'

interface IdentityStepsProps {
  uid: string
  acts: Acts
  check: IdentityCheck
  /** Whether this administrator has opened each document. */
  isSeen: boolean
  onDecided?: (() => void) | undefined
}

/** What an administrator can do with a check as it is now; one that was confirmed can be revoked. */
export function IdentitySteps({ uid, acts, check, isSeen, onDecided }: IdentityStepsProps) {
  const { t } = useTranslation(USER_TEXTS)
  const params = { uid }
  const checkId = check.id
  const decide = async (): Promise<void> => {
    const work = () => adminCall(verifyIdentity, { params, body: { checkId } })
    if (await acts.act('verify-identity', work)) onDecided?.()
  }
  if (check.state === 'verified')
    return (
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts }}
          name="revoke-identity"
          label={t('revoke')}
          title={t('ask.revoke')}
          work={(reason) => adminCall(revokeIdentity, { params, body: { checkId, reason } })}
        >
          <Facts {...{ uid, check }} />
          <p>{t('effect.revoke')}</p>
        </ConfirmStep>
      </div>
    )
  if (check.state !== 'pending') return null
  return (
    <div className="adm-acts">
      {isSeen ? null : <p className="cap">{t('openFirst')}</p>}
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts, onDone: onDecided }}
          name="refuse-identity"
          label={t('refuse')}
          title={t('ask.refuse')}
          work={(reason) => adminCall(refuseIdentity, { params, body: { checkId, reason } })}
        >
          <Facts {...{ uid, check }} />
          <p>{t('effect.refuse')}</p>
        </ConfirmStep>
        <Button
          variant="primary"
          icon={Check}
          pending={acts.pending === 'verify-identity'}
          disabled={!isSeen || acts.isHeld('verify-identity')}
          onClick={() => void decide()}
        >
          {t('verify')}
        </Button>
      </div>
    </div>
  )
}

/** What a dialog repeats: whose identity it is about. */
function Facts({ uid, check: { realName, document } }: Pick<IdentityStepsProps, 'uid' | 'check'>) {
  const { t } = useTranslation(USER_TEXTS)
  return (
    <ValueList
      lines={[
        ...(realName === null
          ? []
          : [{ key: 'name', label: t('realName'), value: <bdi className="adm-whole">{realName}</bdi> }]),
        ...(document === null
          ? []
          : [{ key: 'document', label: t('document'), value: t(`paper.${document}`) }]),
        { key: 'uid', label: 'UID', value: <bdi className="mono">{uid}</bdi> },
      ]}
    />
  )
}
