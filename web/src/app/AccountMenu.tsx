import { CircleUserRound, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession } from '../lib/session-store.ts'
import { askToSignOut } from '../lib/sign-out.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'
import { Num } from '../ui/Num.tsx'

export function AccountMenu() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const name = user?.username ?? ''
  const items = [
    {
      key: 'account',
      label: t('nav.account'),
      icon: CircleUserRound,
      onSelect: () => void navigate('/account'),
    },
    // A wallet is left by disconnecting it, in the account centre.
    ...(user?.signedInBy === 'wallet'
      ? []
      : [{ key: 'sign-out', label: t('signOut.action'), icon: LogOut, onSelect: askToSignOut }]),
  ]
  return (
    <LazyMenu
      trigger={
        <button type="button" className="ib hit">
          <span className="sr-only">{t('accountMenu')}</span>
          <Avatar name={name} picture={user?.avatar ?? null} />
        </button>
      }
      header={
        user ? (
          <>
            <b className="trunc">{name}</b>
            <span className="cap">
              {t('uid')} <Num>{user.uid}</Num>
            </span>
          </>
        ) : null
      }
      items={items}
    />
  )
}
