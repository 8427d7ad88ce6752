import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { ValueList } from '../../ui/ValueList.tsx'
import { Who } from './proposal-columns.tsx'
import { APPROVAL_TEXTS, useProposalWords } from './proposal-words.tsx'

/** What is proposed, why, by whom, and what became of it. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const words = useProposalWords()
  const { lines, reason, proposedBy, proposedMs, expiresMs, decidedBy, decidedMs, remark, state } = proposal
  const time = (key: string, ms: number | null) =>
    ms === null ? [] : [{ key, label: t(key), value: <bdi>{formatDayAndClock(ms)}</bdi> }]
  const who = (key: string, by: Proposal['decidedBy']) =>
    by === null ? [] : [{ key, label: t(key), value: <Who {...by} /> }]
  return (
    <ValueList
      lines={[
        ...words.lines(lines),
        { key: 'reason', label: t('reason'), value: <bdi>{reason}</bdi> },
        ...who('proposedBy', proposedBy),
        ...time('proposed', proposedMs),
        ...(state === 'proposed' || state === 'expired' ? time('expires', expiresMs) : []),
        ...who('decidedBy', decidedBy),
        ...time('decided', decidedMs),
        ...(remark === null ? [] : [{ key: 'remark', label: t('remark'), value: <bdi>{remark}</bdi> }]),
      ]}
    />
  )
}
