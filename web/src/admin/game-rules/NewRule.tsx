import { type OfferedRule, proposeRules, type RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pairText } from '../../lib/pair-name.ts'
import { Banner } from '../../ui/Banner.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { isSame } from '../settings/is-same.ts'
import { ProposedBanner } from '../settings/ProposedBanner.tsx'
import { SelectRow, TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import { useProposal } from '../settings/use-proposal.ts'
import { RowDrawer } from '../table/RowDrawer.tsx'
import { RuleFields } from './RuleFields.tsx'
import { RuleSimulator } from './RuleSimulator.tsx'
import { contentOf } from './rule-words.ts'

interface NewRuleProps {
  /** All that are there, one at least. */
  rules: readonly [OfferedRule, ...OfferedRule[]]
  isAvailable: boolean
  availableFromMs: number | null
  acts: Acts
  onClose: () => void
}

/** A duration that a product has not had: proposed like any change of rules, in place of none. */
export function NewRule({ rules, isAvailable, availableFromMs, acts, onClose }: NewRuleProps) {
  const { t } = useTranslation('admin-settings')
  const symbols = [...new Set(rules.map((rule) => rule.symbol))]
  const [symbol, setSymbol] = useState(rules[0].symbol)
  // What the product has already is the measure of what it gets.
  const model = rules.find((rule) => rule.symbol === symbol) ?? rules[0]
  return (
    <RowDrawer label={t('rules.add')} title={t('rules.add')} onClose={onClose}>
      <p className="cap">{t('rules.addHint')}</p>
      <SelectRow
        label={t('products.symbol')}
        value={symbol}
        options={symbols.map((value) => ({ value, label: pairText(value) }))}
        onChange={setSymbol}
      />
      <NewRuleForm key={symbol} {...{ symbol, model, rules, isAvailable, acts }} />
      {isAvailable ? null : <TwoFrom fromMs={availableFromMs} alone={t('rules.alone')} />}
    </RowDrawer>
  )
}

interface NewRuleFormProps extends Pick<NewRuleProps, 'rules' | 'isAvailable' | 'acts'> {
  symbol: string
  model: OfferedRule
}

function NewRuleForm({ symbol, model, rules, isAvailable, acts }: NewRuleFormProps) {
  const { t } = useTranslation('admin-settings')
  const [begun] = useState<RuleContent>({ ...contentOf(model), durationSeconds: Number.NaN })
  const [draft, setDraft] = useState(begun)
  const [reason, setReason] = useState('')
  const asked = { rule: draft, products: [{ symbol, version: 0 }], reason }
  const { requestId, isProposed, setProposed } = useProposal(asked)
  useUnsaved(!isProposed && (reason !== '' || !isSame(draft, begun)), 'rule')
  const { durationSeconds } = draft
  const isThere = rules.some((rule) => rule.symbol === symbol && rule.durationSeconds === durationSeconds)
  return (
    <>
      <SettingsForm
        acts={acts}
        isHeld={!isAvailable || isThere || isProposed}
        action={t('rules.propose')}
        onSave={() => adminCall(proposeRules, { body: { ...asked, requestId } })}
        onSaved={setProposed}
      >
        <RuleFields isNew draft={draft} put={(changes) => setDraft({ ...draft, ...changes })} />
        <TextRow
          label={t('rules.reason')}
          field="reason"
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </SettingsForm>
      {isThere ? <Banner>{t('rules.isThere', { symbol: pairText(symbol) })}</Banner> : null}
      {isProposed ? <ProposedBanner /> : null}
      {Number.isNaN(durationSeconds) ? null : (
        <RuleSimulator symbol={symbol} present={{ ...contentOf(model), durationSeconds }} asked={draft} />
      )}
    </>
  )
}
