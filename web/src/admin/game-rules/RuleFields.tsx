import type { RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { AmountRow, NumberRow } from '../settings/Rows.tsx'

const TIMES = ['windowMs', 'openingDelayMs', 'openTimeoutMs', 'staleMs', 'maxGapMs'] as const

interface RuleFieldsProps {
  draft: RuleContent
  put: (changes: Partial<RuleContent>) => void
  /** A rule of a duration that is there keeps it. */
  isNew?: boolean
}

/** What a rule says, to be edited. */
export function RuleFields({ draft, put, isNew = false }: RuleFieldsProps) {
  const { t } = useTranslation('admin-settings')
  return (
    <div className="set-two">
      {isNew ? (
        <NumberRow
          label={t('rules.durationInSeconds')}
          field="rule.durationSeconds"
          scale={0}
          value={draft.durationSeconds}
          onChange={(durationSeconds) => put({ durationSeconds })}
        />
      ) : null}
      <NumberRow
        label={t('rules.payoutBps')}
        field="rule.payoutBps"
        scale={2}
        value={draft.payoutBps}
        onChange={(payoutBps) => put({ payoutBps })}
      />
      <AmountRow
        label={t('rules.stakeMin')}
        field="rule.stakeMin"
        value={draft.stakeMin}
        onChange={(stakeMin) => put({ stakeMin })}
      />
      <AmountRow
        label={t('rules.stakeMax')}
        field="rule.stakeMax"
        value={draft.stakeMax}
        onChange={(stakeMax) => put({ stakeMax })}
      />
      {TIMES.map((name) => (
        <NumberRow
          key={name}
          label={t(`rules.${name}`)}
          field={`rule.${name}`}
          scale={3}
          value={draft[name]}
          onChange={(value) => put({ [name]: value })}
        />
      ))}
    </div>
  )
}
