import { changeFundsConfig, type FundsConfig } from '@truestrike/protocol/config-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { isSame } from '../settings/is-same.ts'
import { AmountRow, NumberRow, SwitchRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'
import { RaiseSecondAdmin } from './RaiseSecondAdmin.tsx'

/** Limits and fees of money that comes and goes, in USDT. */
export function FundsSection(props: SectionProps) {
  return (
    <>
      <FundsForm {...props} />
      {props.isReadOnly ? null : <RaiseSecondAdmin config={props.config} />}
    </>
  )
}

function FundsForm({ config, ...form }: SectionProps) {
  const { t } = useTranslation('admin-settings')
  const [funds, setFunds] = useState(config.funds)
  const put = (changes: Partial<FundsConfig>) => setFunds({ ...funds, ...changes })
  const { version } = config.versions.funds
  useUnsaved(!isSame(funds, config.funds), 'section')
  return (
    <SettingsForm {...form} onSave={() => adminCall(changeFundsConfig, { body: { version, funds } })}>
      {(['deposit', 'withdrawal', 'transfer'] as const).map((kind) => (
        <div key={kind} className="set-two">
          <AmountRow
            label={t(`funds.${kind}.min`)}
            field={`funds.${kind}.min`}
            value={funds[kind].min}
            onChange={(min) => put({ [kind]: { ...funds[kind], min } })}
          />
          <AmountRow
            label={t(`funds.${kind}.max`)}
            field={`funds.${kind}.max`}
            value={funds[kind].max}
            onChange={(max) => put({ [kind]: { ...funds[kind], max } })}
          />
        </div>
      ))}
      <div className="set-two">
        <AmountRow
          label={t('funds.walletFee')}
          field="funds.walletFee"
          value={funds.walletFee}
          onChange={(walletFee) => put({ walletFee })}
        />
        <NumberRow
          label={t('funds.bankFee')}
          field="funds.bankFeeBps"
          scale={2}
          value={funds.bankFeeBps}
          onChange={(bankFeeBps) => put({ bankFeeBps })}
        />
        <AmountRow
          label={t('funds.bankFeeMin')}
          field="funds.bankFeeMin"
          value={funds.bankFeeMin}
          onChange={(bankFeeMin) => put({ bankFeeMin })}
        />
      </div>
      <AmountRow
        label={t('funds.secondAdminAbove')}
        hint={t('funds.secondAdminHint')}
        field="funds.secondAdminAbove"
        value={funds.secondAdminAbove}
        onChange={(secondAdminAbove) => put({ secondAdminAbove })}
      />
      <SwitchRow
        label={t('funds.identityRequired')}
        checked={funds.identityRequired}
        onChange={(identityRequired) => put({ identityRequired })}
      />
    </SettingsForm>
  )
}
