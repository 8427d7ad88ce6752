import {
  changeTradingConfig,
  proposeExposureLimit,
  type TradingConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { isSame } from '../settings/is-same.ts'
import { AmountRow, NumberRow, SwitchRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'
import { RaiseLimit } from './RaiseLimit.tsx'

/** Which orders are taken. Whether funds are real is no setting. */
export function TradingSection(props: SectionProps) {
  const { config, isReadOnly } = props
  return (
    <>
      <TradingForm {...props} />
      {isReadOnly ? null : (
        <RaiseLimit
          of="trading"
          {...{ config, from: config.trading.exposureLimit }}
          propose={(body) => adminCall(proposeExposureLimit, { body })}
        />
      )}
    </>
  )
}

function TradingForm({ config, ...form }: SectionProps) {
  const { t } = useTranslation('admin-settings')
  const [trading, setTrading] = useState(config.trading)
  const put = (changes: Partial<TradingConfig>) => setTrading({ ...trading, ...changes })
  const { version } = config.versions.trading
  useUnsaved(!isSame(trading, config.trading), 'section')
  return (
    <SettingsForm {...form} onSave={() => adminCall(changeTradingConfig, { body: { version, trading } })}>
      <Banner tone="info">{t(`trading.mode.${config.environment.fundsMode}`)}</Banner>
      <SwitchRow
        label={t('trading.demoEnabled')}
        checked={trading.demoEnabled}
        onChange={(demoEnabled) => put({ demoEnabled })}
      />
      <SwitchRow
        label={t('trading.realEnabled')}
        hint={t('trading.realHint')}
        checked={trading.realEnabled}
        onChange={(realEnabled) => put({ realEnabled })}
      />
      <div className="set-two">
        <AmountRow
          label={t('trading.exposureLimit')}
          hint={t('trading.exposureHint')}
          field="trading.exposureLimit"
          value={trading.exposureLimit}
          onChange={(exposureLimit) => put({ exposureLimit })}
        />
        <NumberRow
          label={t('trading.warning')}
          field="trading.exposureWarningBps"
          scale={2}
          value={trading.exposureWarningBps}
          onChange={(exposureWarningBps) => put({ exposureWarningBps })}
        />
      </div>
      <SwitchRow
        label={t('trading.identityRequired')}
        checked={trading.identityRequired}
        onChange={(identityRequired) => put({ identityRequired })}
      />
    </SettingsForm>
  )
}
