import type { Proposal, ProposalLine } from '@truestrike/protocol/approval-endpoints.ts'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import type { ValueLine } from '../../ui/ValueList.tsx'
import { mayOpenPage } from '../frame/use-may.ts'

export const APPROVAL_TEXTS = 'admin-approvals' as const

/** As a proposal is called everywhere: P and its number. */
export const proposalNumber = (id: string): string => `P${id}`

/** Where the object of a proposal is shown, by its kind; null: on no page that may be opened. */
const PLACES: Readonly<Record<string, (id: string) => { page: string; search: string }>> = {
  user: (uid) => ({ page: 'users', search: `?user=${uid}` }),
  config: (section) => ({ page: 'system-config', search: `?section=${section}` }),
  rule: (duration) => ({ page: 'game-rules', search: `?duration=${duration.replace(/ .*/, '')}` }),
}

export function placeOf({ kind, id }: Proposal['subject']): { page: string; search: string } | null {
  const place = PLACES[kind]?.(id) ?? null
  return place !== null && mayOpenPage(place.page) ? place : null
}

/** The words of a kind of act, its values and its states; what this version has no words for is shown as it is. */
export function useProposalWords() {
  const { t } = useTranslation(APPROVAL_TEXTS)
  const known = (key: string, plain: string): string => t(key, { defaultValue: plain })
  const plain = ({ label, as }: ProposalLine, text: string | null): string => {
    if (text === null) return '–'
    if (as === 'word') return known(`word.${text}`, text)
    if (as === 'text') return text
    return label === 'amount' ? formatMoneySignedExact(text) : formatMoneyExact(text)
  }
  const value = (line: ProposalLine, text: string): ReactNode =>
    line.as === 'amount' ? <Num>{plain(line, text)}</Num> : <bdi>{plain(line, text)}</bdi>
  const named = ({ kind, label }: Proposal['subject']): string =>
    kind === 'rule'
      ? label
          .split(', ')
          .map((symbol) => pairText(symbol))
          .join(', ')
      : label
  const change = (line: ProposalLine): ReactNode => {
    const { before, after } = line
    if (before === null) return after === null ? '–' : value(line, after)
    return (
      <span className="adm-change">
        {value(line, before)}
        <Icon of={ArrowRight} size={14} className="flip" />
        <span className="sr-only">→</span>
        {after === null ? '–' : value(line, after)}
      </span>
    )
  }
  const label = (line: ProposalLine): string => known(`line.${line.label}`, line.label)
  return {
    kind: ({ kind }: Proposal) => known(`kind.${kind}`, kind),
    /** What it is about: settings by their name here, everything else by its own. */
    about: ({ subject }: Proposal): ReactNode =>
      subject.kind === 'config' ? (
        known(`about.${subject.kind}-${subject.id}`, subject.label)
      ) : (
        <>
          <bdi>{named(subject)}</bdi> <Num className="text-quiet">{subject.id}</Num>
        </>
      ),
    aboutText: ({ subject }: Proposal): string =>
      subject.kind === 'config'
        ? known(`about.${subject.kind}-${subject.id}`, subject.label)
        : `${named(subject)} ${subject.id}`,
    label,
    /** The same as `line`, with its name, for a file. */
    lineText: (line: ProposalLine): string => {
      const after = plain(line, line.after)
      return `${label(line)}: ${line.before === null ? after : `${plain(line, line.before)} → ${after}`}`
    },
    /** Before and after, or what is to be. */
    line: change,
    /** Each value as `line`, with its name. */
    lines: (lines: readonly ProposalLine[]): ValueLine[] =>
      lines.map((line) => ({ key: `line-${line.label}`, label: label(line), value: change(line) })),
  }
}
