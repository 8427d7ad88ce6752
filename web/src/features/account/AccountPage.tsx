import './account.css'
import './security.css'
import type { Book } from '@truestrike/protocol/scalars.ts'
import { LogOut, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { usePageTitle } from '../../lib/page-title.ts'
import { loadProfileTexts } from '../../lib/profile-texts.ts'
import { useSession } from '../../lib/session-store.ts'
import { askToSignOut } from '../../lib/sign-out.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { DESKTOP, useMedia } from '../../lib/use-media.ts'
import { loadUserInfo, useUserInfoState } from '../../lib/user-info.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyAgain } from '../../ui/lazy-again.tsx'
import { BalanceCards } from './BalanceCards.tsx'
import { CopyUid } from './CopyUid.tsx'
import { CountedBalance } from './CountedBalance.tsx'
import { HelpList } from './HelpList.tsx'
import { NotificationsRow } from './NotificationsRow.tsx'
import { PreferenceList } from './PreferenceList.tsx'
import { SecurityList } from './SecurityList.tsx'
import { isSecurityModal, sectionPath, useSection } from './sections.ts'

const SECTION_PAGES = {
  profile: lazyAgain(async () => {
    const [page] = await Promise.all([import('./ProfileSection.tsx'), loadProfileTexts()])
    return page.ProfileSection
  }),
  security: lazyAgain(async () => (await import('./SecuritySection.tsx')).SecuritySection),
  settings: lazyAgain(async () => (await import('./SettingsSection.tsx')).SettingsSection),
}

interface AccountPageProps {
  /** The wallets that sign in, a part of its own; `below` is shown once it is known how high they are. */
  renderWallets(below: ReactNode): ReactNode
  /** What he invites others with, another feature's. */
  invitations: ReactNode
  /** What can be done with the real book, and the sections about money: another feature's. */
  funds: ReactNode
  renderFunds(section: 'wallet' | 'bills', balances: ReactNode): ReactNode
  /** What a day changed in a book, with a way to the wallet where the reader is not there; and what moved last. */
  renderChange(book: Book, isInWallet: boolean): ReactNode
  recent: ReactNode
}

export function AccountPage({ invitations, funds, recent, ...parts }: AccountPageProps) {
  const { renderWallets, renderFunds, renderChange } = parts
  const isWide = useMedia(DESKTOP)
  const { walletLogin } = useSiteInfo()
  const { t } = useTranslation(['account', 'errors', 'security', 'ui'])
  usePageTitle(t('title'))
  const user = useSession((session) => session.user)
  const section = useSection()
  const modal = useSearchParams()[0].get('modal')
  const byWallet = user?.signedInBy === 'wallet'
  const failed = useUserInfoState((state) => state.failed)
  if (user === null) {
    return (
      <div className="page" aria-busy={!failed}>
        {failed ? (
          <ErrorState title={t('errors:LOAD_USER_INFO')} onRetry={() => void loadUserInfo()} />
        ) : null}
      </div>
    )
  }
  // Links to these dialogs need not know where they are.
  if (section === null && isSecurityModal(modal)) {
    return <Navigate to={sectionPath('security', modal)} replace />
  }
  if (section === 'wallet' || section === 'bills') {
    const balances = <BalanceCards renderChange={(book) => renderChange(book, true)} actions={funds} />
    return renderFunds(section, balances)
  }
  if (section !== null) {
    const SectionPage = SECTION_PAGES[section]
    return <SectionPage />
  }
  const last = (
    <>
      <HelpList />
      {byWallet ? null : (
        <Button size="l" block icon={LogOut} onClick={askToSignOut}>
          {t('signOut')}
        </Button>
      )}
    </>
  )
  return (
    <div className="page ac">
      <div className="ac-me">
        <Avatar name={user.username} picture={user.avatar} size={44} />
        <div className="col">
          <h1>
            <bdi>{user.nickname || user.username}</bdi>
          </h1>
          <CopyUid uid={user.uid} />
        </div>
        <span className="flex-1" />
        <Link className="ib hit" to={sectionPath('profile')}>
          <Icon of={Pencil} size={18} />
          <span className="sr-only">{t('security:editProfile')}</span>
        </Link>
      </div>
      <div className="ac-main">
        <BalanceCards
          renderChange={(book) => renderChange(book, false)}
          actions={funds}
          renderMore={(book) => <CountedBalance book={book} uid={user.uid} />}
        />
        {isWide ? recent : null}
      </div>
      <div className="ac-side">
        {invitations}
        <SecurityList />
        <PreferenceList>
          <NotificationsRow />
        </PreferenceList>
        {walletLogin || byWallet || user.loginType === 'wallet' ? renderWallets(last) : last}
      </div>
    </div>
  )
}
