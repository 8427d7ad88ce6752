import {
  type OfferedRule,
  proposeRules,
  type RuleContent,
  switchRule,
} from '@truestrike/protocol/rule-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { ConflictBanner } from '../settings/ConflictBanner.tsx'
import { ProposedBanner } from '../settings/ProposedBanner.tsx'
import { TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import { type Base, useBase } from '../settings/use-base.ts'
import { useProposal } from '../settings/use-proposal.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { RuleFields } from './RuleFields.tsx'
import { RuleSimulator } from './RuleSimulator.tsx'
import { RuleVersions } from './RuleVersions.tsx'
import { contentOf } from './rule-words.ts'

interface RuleDrawerProps extends RowSteps {
  rule: OfferedRule
  /** Chosen ones of the same duration, which would get the same rule. */
  others: readonly OfferedRule[]
  isAvailable: boolean
  availableFromMs: number | null
  acts: Acts
  mayAct: boolean
}

/** Whether a product has another value than the opened one where nobody edited it: it would be changed unseen. */
const isUnlike = (other: RuleContent, content: RuleContent, draft: RuleContent): boolean =>
  (Object.keys(content) as (keyof RuleContent)[]).some(
    (name) => draft[name] === content[name] && other[name] !== content[name],
  )

/** A rule that lies open: stopped by one administrator, tried on the recorded log, changed by two. */
export function RuleDrawer(props: RuleDrawerProps) {
  const of = useBase(props.rule, ({ version }) => version, props.acts)
  return <OpenRule key={of.begun} {...props} of={of} />
}

interface OpenRuleProps extends Omit<RuleDrawerProps, 'acts'> {
  of: Base<OfferedRule>
}

function OpenRule({ rule, others, of, isAvailable, availableFromMs, mayAct, ...steps }: OpenRuleProps) {
  const { t } = useTranslation('admin-settings')
  const { symbol, enabled, version } = rule
  const { acts, base } = of
  useUnsaved(of.isTouched, 'rule')
  const content = contentOf(base)
  const [draft, setDraft] = useState<RuleContent>(content)
  const [reason, setReason] = useState('')
  const put = (changes: Partial<RuleContent>): void => {
    of.touch()
    setDraft({ ...draft, ...changes })
  }
  const products = [base, ...others].map((each) => ({ symbol: each.symbol, version: each.version }))
  const asked = { rule: draft, products, reason }
  const { requestId, isProposed, setProposed } = useProposal(asked)
  // What comes of it is the other administrator's: until then the version is the one there is.
  const propose = () =>
    of.save(
      () => adminCall(proposeRules, { body: { ...asked, requestId } }),
      () => undefined,
    )
  const unlike = others.filter((other) => isUnlike(other, content, draft))
  const { durationSeconds } = rule
  const turn = () => adminCall(switchRule, { body: { symbol, durationSeconds, version, enabled: !enabled } })
  const title = `${pairText(symbol)} · ${formatDuration(durationSeconds)}`
  return (
    <RowDrawer label={title} title={title} {...steps}>
      {!mayAct ? null : enabled ? (
        <ConfirmStep
          {...{ acts }}
          name="switch"
          label={t('rules.stop')}
          title={t('rules.stopTitle', {
            symbol: pairText(symbol),
            duration: formatDuration(durationSeconds),
          })}
          reasonLabel={null}
          work={turn}
        >
          <p>{t('rules.stopText')}</p>
        </ConfirmStep>
      ) : (
        <Button
          pending={acts.pending === 'switch'}
          disabled={acts.isHeld('switch')}
          onClick={() => void acts.act('switch', turn)}
        >
          {t('rules.offer')}
        </Button>
      )}
      <p className="cap">{t('rules.frozen')}</p>
      <SettingsForm
        acts={acts}
        isReadOnly={!mayAct}
        isHeld={!isAvailable || unlike.length > 0 || isProposed}
        action={t('rules.propose')}
        onSave={propose}
        onSaved={setProposed}
      >
        <RuleFields draft={draft} put={put} />
        <TextRow
          label={t('rules.reason')}
          field="reason"
          maxLength={500}
          value={reason}
          onChange={(typed) => {
            of.touch()
            setReason(typed)
          }}
        />
        {others.length > 0 ? (
          <p className="cap">
            {t('rules.also', { symbols: others.map((each) => pairText(each.symbol)).join(', ') })}
          </p>
        ) : null}
      </SettingsForm>
      <ConflictBanner of={of} />
      {unlike.length === 0 ? null : (
        <Banner>
          {t('rules.unlike', {
            symbol: pairText(symbol),
            symbols: unlike.map((each) => pairText(each.symbol)).join(', '),
          })}
        </Banner>
      )}
      {isAvailable ? null : <TwoFrom fromMs={availableFromMs} alone={t('rules.alone')} />}
      {isProposed ? <ProposedBanner /> : null}
      {mayAct ? <RuleSimulator symbol={symbol} present={contentOf(rule)} asked={draft} /> : null}
      <RuleVersions {...{ symbol, durationSeconds, version }} />
    </RowDrawer>
  )
}
