import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../frame/unsaved.ts'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import { useActs } from '../orders/use-acts.ts'
import { ProposedBanner } from '../settings/ProposedBanner.tsx'
import { AmountRow, TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'
import { useProposal } from '../settings/use-proposal.ts'

interface RaiseLimitProps {
  config: SectionProps['config']
  /** Whose texts it has. */
  of: 'funds' | 'trading'
  from: string
  propose(body: { from: string; to: string; reason: string; requestId: string }): Promise<unknown>
  /** What the asked amount would mean. */
  effect?(to: string): ReactNode
}

/** A higher limit that one administrator lowers alone: proposed to another one. */
export function RaiseLimit({ config, of, from, propose, effect }: RaiseLimitProps) {
  const { t } = useTranslation('admin-settings')
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const acts = useActs(async () => undefined)
  const asked = to.trim()
  const content = { from, to: asked, reason }
  const { requestId, isProposed, setProposed } = useProposal(content)
  useUnsaved(!isProposed && (to !== '' || reason !== ''), 'section')
  return (
    <section className="set-form set-apart">
      <h3>{t(`${of}.raise.title`)}</h3>
      <p className="cap">{t(`${of}.raise.text`)}</p>
      {config.hasSecondAdmin ? (
        <SettingsForm
          acts={acts}
          isHeld={isProposed}
          action={t(`${of}.raise.propose`)}
          onSave={() => propose({ ...content, requestId })}
          onSaved={setProposed}
        >
          <div className="set-two">
            <AmountRow label={t(`${of}.raise.to`)} field="to" value={to} onChange={setTo} />
            <TextRow
              label={t('rules.reason')}
              field="reason"
              maxLength={500}
              value={reason}
              onChange={setReason}
            />
          </div>
          {effect?.(asked)}
        </SettingsForm>
      ) : (
        <TwoFrom fromMs={config.secondAdminFromMs} alone={t('funds.raise.alone')} />
      )}
      {isProposed ? <ProposedBanner /> : null}
    </section>
  )
}
