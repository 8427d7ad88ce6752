import { Gauge, History, Lock, Mail, MailWarning, ScanFace, Smartphone, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { LinkRow } from './LinkRow.tsx'
import { sectionPath } from './sections.ts'
import { useProfile } from './use-profile.ts'
import { useSecurity } from './use-security.ts'

/** The ways to protect the account, on its overview. */
export function SecurityList() {
  const { t } = useTranslation('security')
  const { overview } = useSecurity()
  const { data: profile } = useProfile()
  const unconfirmed = typeof overview?.unconfirmedEmail === 'string'
  return (
    <section className="ac-group">
      <h2 className="lab">{t('title.security')}</h2>
      <div className="panel list">
        <LinkRow
          to={sectionPath('security', 'password')}
          icon={Lock}
          label={t(overview?.hasPassword === false ? 'rows.setPassword' : 'rows.password')}
        />
        <LinkRow to={sectionPath('security', 'two-factor')} icon={Smartphone} label={t('rows.twoFactor')}>
          {overview === undefined ? null : overview.twoFactor.on ? (
            t('on')
          ) : (
            <span className="as-off">
              <Icon of={TriangleAlert} size={16} />
              {t('off')}
            </span>
          )}
        </LinkRow>
        <LinkRow to={sectionPath('security')} icon={History} label={t('rows.history')}>
          {overview === undefined ? null : t('devices', { count: overview.devices })}
        </LinkRow>
        <LinkRow to={sectionPath('profile')} icon={ScanFace} label={t('identity.title')}>
          {profile === undefined ? null : t(`identity.state.${profile.identity}`)}
        </LinkRow>
        <LinkRow to={sectionPath('settings')} icon={Gauge} label={t('limits.title')} />
        {/* Always: a row that came with the answer would push what is below away from a finger. */}
        {unconfirmed ? (
          <LinkRow to={sectionPath('security')} icon={MailWarning} label={t('notify.email')}>
            <span className="as-off">{t('confirmEmail.act')}</span>
          </LinkRow>
        ) : (
          <LinkRow to={sectionPath('profile')} icon={Mail} label={t('notify.email')} />
        )}
      </div>
    </section>
  )
}
