import { useQuery } from '@tanstack/react-query'
import { listProposals } from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { ProposalActs } from '../approvals/ProposalActs.tsx'
import { ProposalFacts } from '../approvals/ProposalFacts.tsx'
import { proposalNumber, useProposalWords } from '../approvals/proposal-words.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { Loaded } from '../table/Loaded.tsx'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

/** Acts on him that wait for a second administrator: confirmed or refused here as well. */
export function UserProposals({ uid, acts }: { uid: string; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const words = useProposalWords()
  const mayLook = useMay(listProposals)
  const proposals = useQuery({
    queryKey: [USER_KEY, uid, 'proposals'],
    queryFn: async () =>
      (await adminCall(listProposals, { query: { which: 'open', subject: `user:${uid}` } })).proposals,
    enabled: mayLook,
  })
  if (proposals.isLoading || !mayLook) return null
  return (
    <Loaded of={proposals}>
      {(found) =>
        found.map((proposal) => (
          <section key={proposal.id} className="adm-proposal" aria-label={words.kind(proposal)}>
            <h3>
              {proposalNumber(proposal.id)} {words.kind(proposal)}
            </h3>
            <p className="cap">{t('waits')}</p>
            <ProposalFacts proposal={proposal} />
            <ProposalActs proposal={proposal} acts={acts.of(proposal.id)} />
            <ActFault fault={acts.of(proposal.id).fault} />
          </section>
        ))
      }
    </Loaded>
  )
}
