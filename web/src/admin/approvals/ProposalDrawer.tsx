import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { openPage } from '../frame/page-address.ts'
import { ActFault } from '../orders/ActFault.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { ProposalActs } from './ProposalActs.tsx'
import { ProposalFacts } from './ProposalFacts.tsx'
import { APPROVAL_TEXTS, placeOf, proposalNumber, useProposalWords } from './proposal-words.tsx'

interface ProposalDrawerProps extends RowSteps {
  proposal: Proposal
  acts: Acts
}

const LOOKS: Readonly<Record<string, 'user' | 'rule'>> = { users: 'user', 'game-rules': 'rule' }

export function ProposalDrawer({ proposal, acts, ...steps }: ProposalDrawerProps) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const words = useProposalWords()
  const { id, subject, state } = proposal
  const place = placeOf(subject)
  return (
    <RowDrawer
      label={t('proposal', { number: proposalNumber(id) })}
      title={proposalNumber(id)}
      badges={<Badge>{t(`state.${state}`)}</Badge>}
      foot={
        <>
          <ActFault fault={acts.fault} />
          <ProposalActs key={id} {...{ proposal, acts }} />
        </>
      }
      {...steps}
    >
      <div>
        <h3>{words.kind(proposal)}</h3>
        <p>{words.about(proposal)}</p>
      </div>
      {place === null ? null : (
        <Button size="s" onClick={() => openPage(place.page, place.search)}>
          <Icon of={ArrowRight} size={16} className="flip" />
          {t(`look.${LOOKS[place.page] ?? 'config'}`)}
        </Button>
      )}
      <ProposalFacts proposal={proposal} />
    </RowDrawer>
  )
}
