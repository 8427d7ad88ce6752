import { type BasicConfig, changeBasicConfig } from '@truestrike/protocol/config-endpoints.ts'
import {
  OPERATOR_NAME,
  SERVICE_HOURS,
  SERVICE_LINK,
  SITE_DESCRIPTION,
  SITE_NAME,
} from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { isSame } from '../settings/is-same.ts'
import { PictureRow } from '../settings/PictureRow.tsx'
import { SwitchRow, TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'

/** How the site is called, and how users get in. */
export function BasicSection({ config, ...form }: SectionProps) {
  const { t } = useTranslation('admin-settings')
  const [basic, setBasic] = useState(config.basic)
  const put = (changes: Partial<BasicConfig>) => setBasic((now) => ({ ...now, ...changes }))
  const service = basic.customerService
  const putService = (changes: Partial<typeof service>) =>
    setBasic((now) => ({ ...now, customerService: { ...now.customerService, ...changes } }))
  const { version } = config.versions.basic
  useUnsaved(!isSame(basic, config.basic), 'section')
  return (
    <SettingsForm {...form} onSave={() => adminCall(changeBasicConfig, { body: { version, basic } })}>
      <TextRow
        label={t('basic.siteName')}
        field="basic.siteName"
        maxLength={SITE_NAME.maxLength}
        value={basic.siteName}
        onChange={(siteName) => put({ siteName })}
      />
      <TextRow
        label={t('basic.siteDescription')}
        field="basic.siteDescription"
        maxLength={SITE_DESCRIPTION.maxLength}
        value={basic.siteDescription}
        onChange={(siteDescription) => put({ siteDescription })}
      />
      <TextRow
        label={t('basic.operatorName')}
        hint={t('basic.operatorNameHint')}
        field="basic.operatorName"
        maxLength={OPERATOR_NAME.maxLength}
        value={basic.operatorName}
        onChange={(operatorName) => put({ operatorName })}
      />
      <PictureRow
        label={t('basic.logo')}
        hint={t('basic.logoHint')}
        address={basic.logo}
        onChange={(logo) => put({ logo })}
      />
      <SwitchRow
        label={t('basic.inviteCodeRequired')}
        checked={basic.inviteCodeRequired}
        onChange={(inviteCodeRequired) => put({ inviteCodeRequired })}
      />
      <SwitchRow
        label={t('basic.walletLogin')}
        checked={basic.walletLogin}
        onChange={(walletLogin) => put({ walletLogin })}
      />
      <SwitchRow
        label={t('basic.emailLogin')}
        {...(config.environment.mail.kind === 'none' ? { hint: t('basic.emailLoginHint') } : {})}
        checked={basic.emailLogin}
        onChange={(emailLogin) => put({ emailLogin })}
      />
      <SwitchRow
        label={t('basic.service')}
        checked={service.enabled}
        onChange={(enabled) => putService({ enabled })}
      />
      <TextRow
        label={t('basic.serviceLink')}
        hint={t('basic.serviceLinkHint')}
        field="basic.customerService.serviceLink"
        dir="ltr"
        maxLength={SERVICE_LINK.maxLength}
        value={service.serviceLink}
        onChange={(serviceLink) => putService({ serviceLink })}
      />
      <TextRow
        label={t('basic.hours')}
        maxLength={SERVICE_HOURS.maxLength}
        value={service.hours}
        onChange={(hours) => putService({ hours })}
      />
    </SettingsForm>
  )
}
