import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/DataTable.tsx'
import { APPROVAL_TEXTS, proposalNumber, useProposalWords } from './proposal-words.tsx'

const MINUTE_MS = 60_000

export function useProposalColumns(): Column<Proposal>[] {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const words = useProposalWords()
  return [
    {
      ...{ key: 'id', label: t('column.proposal') },
      text: ({ id }) => proposalNumber(id),
      cell: ({ id }) => <Num>{proposalNumber(id)}</Num>,
    },
    {
      ...{ key: 'act', label: t('column.act') },
      text: words.kind,
      cell: (proposal) => <b>{words.kind(proposal)}</b>,
    },
    {
      ...{ key: 'about', label: t('column.about') },
      text: ({ subject }) => `${subject.kind}:${subject.id}`,
      cell: words.about,
    },
    {
      ...{ key: 'values', label: t('column.values'), isFigure: true },
      text: ({ lines }) =>
        lines.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`).join('; '),
      cell: ({ lines }) => {
        const line = lines.find(({ as }) => as === 'amount') ?? lines[0]
        return line === undefined ? null : words.line(line)
      },
    },
    {
      ...{ key: 'by', label: t('column.by') },
      text: ({ proposedBy }) => proposedBy.username,
      cell: (proposal) => <Who {...proposal.proposedBy} />,
    },
    {
      ...{ key: 'state', label: t('column.state'), isFigure: true },
      text: ({ state }) => t(`state.${state}`),
      cell: (proposal) => <StateCell {...proposal} />,
    },
  ]
}

/** How long it can still be confirmed, or what became of it. */
function StateCell({ state, expiresMs, decidedMs }: Proposal) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  if (state !== 'proposed')
    return (
      <>
        {t(`state.${state}`)} <bdi className="text-quiet">{formatDayAndClock(decidedMs ?? expiresMs)}</bdi>
      </>
    )
  const minutes = Math.max(1, Math.floor((expiresMs - serverClock.nowMs()) / MINUTE_MS))
  return <bdi>{t('left', { time: formatDuration(minutes * 60) })}</bdi>
}

export function Who({ username, isMe }: Proposal['proposedBy']) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  return (
    <>
      <bdi>{username}</bdi>
      {isMe ? <span className="text-quiet"> ({t('me')})</span> : null}
    </>
  )
}
