import './profile.css'
import type { Profile } from '@truestrike/protocol/profile-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock, formatDayYear } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Later } from '../../ui/Later.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { AvatarCard } from './AvatarCard.tsx'
import { ChangeEmail } from './ChangeEmail.tsx'
import { CopyUid } from './CopyUid.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import { useProfile } from './use-profile.ts'

export function ProfileSection() {
  const { t } = useTranslation('profile')
  const { data, fetched, failed, retry } = useProfile()
  return (
    <SectionFrame section="profile">
      {data !== undefined ? (
        <>
          <AvatarCard name={data.username} picture={data.avatar} />
          <ProfileForm key={data.uid} profile={data} />
          <AccountFacts profile={data} />
        </>
      ) : failed ? (
        <ErrorState title={t('failed')} onRetry={retry} />
      ) : (
        <div className="card" aria-busy="true">
          <Skeleton width="100%" height={320} />
        </div>
      )}
      <Later when={fetched}>
        <IdentityCard />
      </Later>
    </SectionFrame>
  )
}

function AccountFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const { username, uid, email, joinedMs, lastLoginMs } = profile
  return (
    <section className="card as-card">
      <h2>{t('account.title')}</h2>
      <ValueList
        className="ap-facts"
        lines={[
          { key: 'username', label: t('account.username'), value: <bdi>{username}</bdi> },
          { key: 'uid', label: 'UID', value: <CopyUid uid={uid} bare /> },
          { key: 'email', label: t('account.email'), value: <bdi dir="ltr">{email ?? '--'}</bdi> },
          { key: 'joined', label: t('account.joined'), value: formatDayYear(joinedMs) },
          {
            key: 'login',
            label: t('account.lastLogin'),
            value: lastLoginMs === null ? '--' : formatDayAndClock(lastLoginMs),
          },
        ]}
      />
      <div>
        <ChangeEmail hasEmail={email !== null} />
      </div>
    </section>
  )
}
