import { ExternalLink, LogOut, MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSupportLink } from '../../lib/support-link.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { GROUPS, pagesFor } from './admin-pages.ts'
import type { Pending, PendingKind } from './use-pending.ts'

interface AdminSidebarProps {
  pending: Record<PendingKind, Pending>
  onSignOut(): void
}

export function AdminSidebar({ pending, onSignOut }: AdminSidebarProps) {
  const { t } = useTranslation('admin')
  const contact = useSupportLink()
  const admin = useAdminSession((session) => session.admin)
  const pages = pagesFor(admin?.permissions ?? [])
  const groups = GROUPS.map((group) => ({
    group,
    own: pages.filter((page) => 'group' in page && page.group === group),
  })).filter(({ own }) => own.length > 0)
  return (
    <nav className="adm-side" aria-label={t('shell.title')}>
      {groups.map(({ group, own }) => (
        <div key={group} className="adm-group">
          <span className="cap" id={`adm-${group}`}>
            {t(`group.${group}`)}
          </span>
          <ul aria-labelledby={`adm-${group}`}>
            {own.map((page) => (
              <li key={page.path}>
                <NavLink to={`/admin/${page.path}`} title={t(`page.${page.path}`)}>
                  <Icon of={page.icon} size={18} />
                  <span>{t(`page.${page.path}`)}</span>
                  {'counts' in page ? <Count of={pending[page.counts].count} /> : null}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <span className="flex-1" />
      {contact === null ? null : (
        <a href={contact} target="_blank" rel="noopener noreferrer" title={t('shell.contact')}>
          <Icon of={MessageCircle} size={18} />
          <span className="flex-1">{t('shell.contact')}</span>
          <Icon of={ExternalLink} size={14} />
        </a>
      )}
      <button type="button" onClick={onSignOut} title={t('shell.signOut')}>
        <Icon of={LogOut} size={18} />
        <span>{t('shell.signOut')}</span>
      </button>
    </nav>
  )
}

function Count({ of }: { of: number | null }) {
  return of === null || of === 0 ? null : (
    <span className="adm-count">
      <Num>{of}</Num>
    </span>
  )
}
