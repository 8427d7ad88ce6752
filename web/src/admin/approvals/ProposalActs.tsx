import {
  confirmProposal,
  type Proposal,
  refuseProposal,
  withdrawProposal,
} from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { APPROVAL_TEXTS, useProposalWords } from './proposal-words.tsx'

interface ProposalActsProps {
  proposal: Proposal
  acts: Acts
}

/** What the administrator may do with a proposal: confirm or refuse another one's, withdraw an own one. */
export function ProposalActs({ proposal, acts }: ProposalActsProps) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const { id, version, mayDecide, mayWithdraw, confirmFromMs } = proposal
  const params = { id }
  if (mayDecide)
    return (
      <>
        <TwoFrom fromMs={confirmFromMs} />
        <div className="adm-buttons">
          <ConfirmStep
            {...{ acts }}
            name="refuse"
            label={t('refuse')}
            title={t('ask.refuse')}
            reasonLabel={t('remarkNeeded')}
            work={(remark) => adminCall(refuseProposal, { params, body: { version, remark } })}
          >
            <Repeated of={proposal} />
            <p>{t('effect.refuse')}</p>
          </ConfirmStep>
          <ConfirmStep
            {...{ acts }}
            name="confirm"
            label={t('confirm')}
            title={t('ask.confirm')}
            isMain
            isHeld={confirmFromMs !== null}
            reasonLabel={null}
            work={() => adminCall(confirmProposal, { params, body: { version } })}
          >
            <Repeated of={proposal} />
            <p>{t('effect.confirm')}</p>
          </ConfirmStep>
        </div>
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

/** What a dialog repeats: the act, whom or what it is about, and each value that changes. */
function Repeated({ of }: { of: Proposal }) {
  const words = useProposalWords()
  return (
    <>
      <p>
        <b>{words.kind(of)}</b>
        <br />
        {words.about(of)}
      </p>
      <ValueList lines={words.lines(of.lines)} />
    </>
  )
}
