import { changeMailConfig } from '@truestrike/protocol/config-endpoints.ts'
import { EMAIL, SENDER_NAME } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { isSame } from '../settings/is-same.ts'
import { TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'

/** Who mails come from. The server they leave by, with its password, is the environment's. */
export function MailSection({ config, ...form }: SectionProps) {
  const { t } = useTranslation('admin-settings')
  const [mail, setMail] = useState(config.mail)
  const { kind, server, hasUser, hasPassword, from } = config.environment.mail
  const { version } = config.versions.mail
  useUnsaved(!isSame(mail, config.mail), 'section')
  const said = (is: boolean) => t(is ? 'mail.set' : 'mail.notSet')
  return (
    <SettingsForm {...form} onSave={() => adminCall(changeMailConfig, { body: { version, mail } })}>
      <TextRow
        label={t('mail.senderName')}
        hint={t('mail.senderHint')}
        field="mail.senderName"
        maxLength={SENDER_NAME.maxLength}
        value={mail.senderName}
        onChange={(senderName) => setMail({ ...mail, senderName })}
      />
      <TextRow
        label={t('mail.replyTo')}
        field="mail.replyTo"
        dir="ltr"
        maxLength={EMAIL.maxLength}
        value={mail.replyTo}
        onChange={(replyTo) => setMail({ ...mail, replyTo })}
      />
      <p className="cap">{t('mail.environment')}</p>
      <ValueList
        lines={[
          { key: 'kind', label: t('mail.way'), value: t(`mail.kind.${kind}`) },
          ...(server === null
            ? []
            : [
                { key: 'server', label: t('mail.server'), value: <Num>{server}</Num> },
                { key: 'user', label: t('mail.user'), value: said(hasUser) },
                { key: 'password', label: t('mail.password'), value: said(hasPassword) },
              ]),
          ...(from === null
            ? []
            : [{ key: 'from', label: t('mail.from'), value: <bdi dir="ltr">{from}</bdi> }]),
        ]}
      />
    </SettingsForm>
  )
}
