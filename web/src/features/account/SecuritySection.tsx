import type { ProtectionChange, SecurityOverview } from '@truestrike/protocol/security-endpoints.ts'
import { Lock, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../lib/isolated-text.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Later } from '../../ui/Later.tsx'
import { lazyAgain } from '../../ui/lazy-again.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { ConfirmAddress } from './ConfirmAddress.tsx'
import { DeviceList } from './DeviceList.tsx'
import { LoginList } from './LoginList.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import { useDevices, useSecurity } from './use-security.ts'

const TwoFactor = lazyAgain(async () => (await import('./TwoFactor.tsx')).TwoFactor)

export function SecuritySection() {
  const { t } = useTranslation('security')
  const { overview, fetched, failed, retry } = useSecurity()
  const devices = useDevices()
  return (
    <SectionFrame section="security">
      {overview !== undefined ? (
        <>
          <LockedNote untilMs={overview.withdrawalsLockedUntilMs} by={overview.withdrawalsLockedBy} />
          <Protection {...overview} />
        </>
      ) : failed ? (
        <ErrorState title={t('failed')} onRetry={retry} />
      ) : (
        <div className="card" aria-busy="true">
          <Skeleton width="100%" height={120} />
        </div>
      )}
      <Later when={fetched}>
        <DeviceList />
        <Later when={devices.isFetched}>
          <LoginList />
        </Later>
      </Later>
    </SectionFrame>
  )
}

function LockedNote({ untilMs, by }: { untilMs: number | null; by: ProtectionChange | null }) {
  const { t } = useTranslation('security')
  if (untilMs === null || by === null) return null
  return (
    <Banner icon={Lock} title={t('locked.title')}>
      <p>
        {t(`locked.by.${by}`)} {t('locked.text', { time: isolated(formatDayAndClock(untilMs)) })}
      </p>
    </Banner>
  )
}

type ProtectionProps = Pick<SecurityOverview, 'hasPassword' | 'twoFactor' | 'unconfirmedEmail'>

function Protection({ hasPassword, twoFactor, unconfirmedEmail }: ProtectionProps) {
  const { t } = useTranslation('security')
  const password = useUrlModal('password')
  const second = useUrlModal('two-factor')
  const passwordButton = useRef<HTMLButtonElement>(null)
  return (
    <section className="card as-card">
      <ConfirmAddress
        email={unconfirmedEmail}
        twoFactorOn={twoFactor.on}
        returnTo={() => passwordButton.current}
      />
      <div className="as-line">
        <div className="col">
          <h2>{t('password.title')}</h2>
          <p className="t2">{t(hasPassword ? 'password.note' : 'password.none')}</p>
        </div>
        <Button ref={passwordButton} onClick={password.show}>
          {t(hasPassword ? 'rows.password' : 'rows.setPassword')}
        </Button>
      </div>
      <div className="as-line">
        <div className="col">
          <h2 className="row">
            {t('twoFactor.title')}
            <Badge
              tone={twoFactor.on ? 'accent' : 'caution'}
              icon={twoFactor.on ? ShieldCheck : TriangleAlert}
            >
              {t(twoFactor.on ? 'on' : 'off')}
            </Badge>
          </h2>
          <p className="t2">{t(twoFactor.on ? 'twoFactor.onText' : 'twoFactor.offText')}</p>
          {twoFactor.on ? (
            <p className="t2">{t('twoFactor.left', { count: twoFactor.recoveryCodesLeft })}</p>
          ) : null}
        </div>
        <Button variant={twoFactor.on ? 'neutral' : 'primary'} onClick={second.show}>
          {t(twoFactor.on ? 'twoFactor.manage' : 'twoFactor.turnOn')}
        </Button>
      </div>
      <ChangePassword
        open={password.open}
        onClose={password.hide}
        hasPassword={hasPassword}
        twoFactorOn={twoFactor.on}
      />
      {second.open ? <TwoFactor onClose={second.hide} hasPassword={hasPassword} on={twoFactor.on} /> : null}
    </section>
  )
}
