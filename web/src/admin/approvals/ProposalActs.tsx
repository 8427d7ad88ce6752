import {
  confirmProposal,
  type Proposal,
  refuseProposal,
  withdrawProposal,
} from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ActForm } from '../orders/ActForm.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { APPROVAL_TEXTS } from './proposal-words.tsx'

interface ProposalActsProps {
  proposal: Proposal
  acts: Acts
}

/** What the administrator may do with a proposal: another one's he confirms or refuses, his own he withdraws. */
export function ProposalActs({ proposal, acts }: ProposalActsProps) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const { id, version, mayDecide, mayWithdraw, confirmFromMs } = proposal
  const params = { id }
  if (mayDecide)
    return (
      <>
        <TwoFrom fromMs={confirmFromMs} />
        <ActForm
          acts={acts}
          note={{ label: t('remarkNeeded'), neededFor: 'refuse' }}
          steps={[
            {
              ...{ name: 'refuse', label: t('refuse') },
              work: (remark) => adminCall(refuseProposal, { params, body: { version, remark } }),
            },
            {
              ...{ name: 'confirm', label: t('confirm'), isMain: true, isHeld: confirmFromMs !== null },
              work: () => adminCall(confirmProposal, { params, body: { version } }),
            },
          ]}
        />
      </>
    )
  if (!mayWithdraw) return null
  const withdraw = () => adminCall(withdrawProposal, { params, body: { version } })
  return (
    <>
      <p className="cap">{t('own')}</p>
      <Button block pending={acts.pending === 'withdraw'} onClick={() => void acts.act('withdraw', withdraw)}>
        {t('withdraw')}
      </Button>
    </>
  )
}
