import {
  ChevronRight,
  Gauge,
  History,
  Lock,
  type LucideIcon,
  ScanFace,
  Smartphone,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { sectionPath } from './sections.ts'
import { useProfile } from './use-profile.ts'
import { useSecurity } from './use-security.ts'

/** The ways to protect the account, on its overview. */
export function SecurityList() {
  const { t } = useTranslation('security')
  const { overview } = useSecurity()
  const { data: profile } = useProfile()
  return (
    <section className="ac-group">
      <h2 className="lab">{t('title.security')}</h2>
      <div className="panel list">
        <Row
          to={sectionPath('security', 'password')}
          icon={Lock}
          label={t(overview?.hasPassword === false ? 'rows.setPassword' : 'rows.password')}
        />
        <Row to={sectionPath('security', 'two-factor')} icon={Smartphone} label={t('rows.twoFactor')}>
          {overview === undefined ? null : overview.twoFactor.on ? (
            t('on')
          ) : (
            <span className="as-off">
              <Icon of={TriangleAlert} size={16} />
              {t('off')}
            </span>
          )}
        </Row>
        <Row to={sectionPath('security')} icon={History} label={t('rows.history')}>
          {overview === undefined ? null : t('devices', { count: overview.devices })}
        </Row>
        <Row to={sectionPath('profile')} icon={ScanFace} label={t('identity.title')}>
          {profile === undefined ? null : t(`identity.state.${profile.identity}`)}
        </Row>
        <Row to={sectionPath('settings')} icon={Gauge} label={t('limits.title')} />
      </div>
    </section>
  )
}

function Row({
  to,
  icon,
  label,
  children,
}: {
  to: string
  icon: LucideIcon
  label: string
  children?: ReactNode
}) {
  return (
    <Link to={to}>
      <Icon of={icon} size={18} />
      <span className="flex-1">{label}</span>
      <span className="lab">{children}</span>
      <Icon of={ChevronRight} size={16} className="flip" />
    </Link>
  )
}
