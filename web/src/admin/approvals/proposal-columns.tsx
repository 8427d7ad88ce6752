import type { Proposal } from '@truestrike/protocol/approval-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/DataTable.tsx'
import { APPROVAL_TEXTS, proposalNumber, useProposalWords } from './proposal-words.tsx'

const MINUTE_MS = 60_000
/** Values of a proposal in one row of the table. */
const CHANGES_SHOWN = 3

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
      text: words.aboutText,
      cell: words.about,
    },
    {
      ...{ key: 'values', label: t('column.values') },
      text: ({ lines }) => lines.map(words.lineText).join('; '),
      cell: ({ lines }) => <Changes lines={lines} />,
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

/** Each value that is to be, by its name; beyond a few the drawer has the rest. */
function Changes({ lines }: Pick<Proposal, 'lines'>) {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const words = useProposalWords()
  const rest = lines.length - CHANGES_SHOWN
  return (
    <ul className="adm-changes">
      {lines.slice(0, CHANGES_SHOWN).map((line) => (
        <li key={line.label}>
          <span className="text-quiet">{words.label(line)}</span> {words.line(line)}
        </li>
      ))}
      {rest > 0 ? <li className="text-quiet">{t('moreValues', { count: rest })}</li> : null}
    </ul>
  )
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
