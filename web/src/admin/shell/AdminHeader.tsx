import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BellRing,
  ChevronDown,
  CircleUserRound,
  LogOut,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useLanguageChoice } from '../../lib/language-choice.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { BrandMark } from '../../ui/Brand.tsx'
import { classes } from '../../ui/class-names.ts'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Num } from '../../ui/Num.tsx'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { ZoneNote } from '../frame/ZoneNote.tsx'
import { RoleName } from '../roles/RoleName.tsx'
import { type Pending, type PendingKind, useAlarm } from './use-pending.ts'

const PLACES = {
  recharge: { icon: ArrowDownToLine, to: '/admin/recharge-orders' },
  withdraw: { icon: ArrowUpFromLine, to: '/admin/withdraw-orders' },
} as const

interface AdminHeaderProps {
  pending: Record<PendingKind, Pending>
  onSignOut(): void
}

export function AdminHeader({ pending, onSignOut }: AdminHeaderProps) {
  const { t } = useTranslation('admin')
  const site = useSiteInfo()
  const alarm = useAlarm(pending.recharge.isAlert || pending.withdraw.isAlert)
  return (
    <header className="adm-top">
      <Link className="adm-brand" to="/admin/dashboard" aria-label={site.siteName}>
        <BrandMark logo={site.logo} size={24} />
        <b>
          <bdi>{site.siteName}</bdi>
        </b>
      </Link>
      <Badge className="adm-wide">{t('shell.badge')}</Badge>
      <FundsBadge funds={site.fundsMode} className="adm-wide" />
      <span className="flex-1" />
      <span className="cap adm-wide">
        <ZoneNote />
      </span>
      {(['recharge', 'withdraw'] as const).map((kind) => (
        <PendingLink key={kind} kind={kind} {...pending[kind]} />
      ))}
      <AdminMenu alarm={alarm} onSignOut={onSignOut} />
    </header>
  )
}

function PendingLink({ kind, count, processing, isAlert, calm }: Pending & { kind: keyof typeof PLACES }) {
  const { t } = useTranslation('admin')
  if (count === null) return null
  return (
    <Link
      className={classes('adm-pend', isAlert && 'adm-alert')}
      to={PLACES[kind].to}
      title={processing === 0 ? undefined : t('shell.pending.processing', { count: processing })}
      onClick={calm}
    >
      <Icon of={isAlert ? BellRing : PLACES[kind].icon} size={16} />
      <span className="adm-wide" aria-hidden="true">
        {t(`shell.pending.${kind}`)}
      </span>
      <span className="sr-only">{t(`shell.pending.${kind}`)}</span>
      <b>
        <Num>{count}</Num>
      </b>
      <span className="sr-only" role="status">
        {isAlert ? t('shell.more') : null}
      </span>
    </Link>
  )
}

function AdminMenu({ alarm, onSignOut }: { alarm: ReturnType<typeof useAlarm>; onSignOut(): void }) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const admin = useAdminSession((session) => session.admin)
  const language = useLanguageChoice()
  const name = admin?.username ?? ''
  const role = admin === null ? null : <RoleName of={admin.role} />
  return (
    <Menu
      trigger={
        <button type="button" className="adm-menu">
          <Avatar name={name} picture={null} />
          <span className="col adm-wide">
            <b>{name}</b>
            <span className="cap">{role}</span>
          </span>
          <span className="sr-only">{t('shell.menu')}</span>
          <Icon of={ChevronDown} size={16} />
        </button>
      }
      header={
        <>
          <b>{name}</b>
          <span className="cap">{role}</span>
          <span className="cap">
            <ZoneNote />
          </span>
        </>
      }
      onOpen={language.menu.onOpen}
      items={[
        {
          key: 'profile',
          label: t('page.profile'),
          icon: CircleUserRound,
          onSelect: () => void navigate('/admin/profile'),
        },
        {
          key: 'sound',
          label: t('shell.sound'),
          icon: alarm.isOn ? Volume2 : VolumeX,
          checked: alarm.isOn,
          onSelect: () => alarm.setOn(!alarm.isOn),
        },
        ...language.menu.items,
        { key: 'sign-out', label: t('shell.signOut'), icon: LogOut, onSelect: onSignOut },
      ]}
    />
  )
}
