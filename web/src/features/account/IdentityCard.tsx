import { getIdentityDocument, type Identity } from '@truestrike/protocol/profile-endpoints.ts'
import { Ban, CircleCheck, Download, type LucideIcon, ScanFace, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { openAddress } from '../../lib/open-address.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { IdentityForm } from './IdentityForm.tsx'
import { sidesOf } from './identity-papers.ts'
import { useIdentity } from './use-profile.ts'

const ICONS: Record<Identity['status'], LucideIcon> = {
  none: ScanFace,
  pending: Timer,
  verified: CircleCheck,
  refused: Ban,
  revoked: Ban,
}
const TONES = { verified: 'accent', refused: 'caution', revoked: 'caution' } as const
/** Figures inside a sentence stay left to right in every language. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** How the check of who somebody is stands, and the way to hand in documents. */
export function IdentityCard() {
  const { t } = useTranslation(['profile', 'security'])
  const { data, failed, retry } = useIdentity()
  const tone = TONES[data?.status as keyof typeof TONES]
  return (
    <section className="card as-card" aria-busy={data === undefined && !failed}>
      <h2 className="row ap-title">
        {t('security:identity.title')}
        {data === undefined ? null : (
          <Badge icon={ICONS[data.status]} {...(tone === undefined ? {} : { tone })}>
            {t(`security:identity.state.${data.status}`)}
          </Badge>
        )}
      </h2>
      {data !== undefined ? (
        <IdentityState {...data} />
      ) : failed ? (
        <ErrorState title={t('security:failed')} onRetry={retry} />
      ) : (
        <Skeleton width="100%" height={88} />
      )}
    </section>
  )
}

async function download(side: 'front' | 'back'): Promise<void> {
  try {
    openAddress((await call(getIdentityDocument, { params: { side } })).address)
  } catch {
    // Said as a toast.
  }
}

function IdentityState({ status, check }: Identity) {
  const { t } = useTranslation(['profile', 'security'])
  const modal = useUrlModal('identity')
  const isAgain = status === 'refused' || status === 'revoked'
  const open = status === 'none' || isAgain
  const time = isolated(formatDayAndClock(check?.decidedMs ?? check?.submittedMs ?? 0))
  const title = t(isAgain ? 'identity.again' : 'identity.start')
  return (
    <>
      <p className="t2">{t(`identity.text.${status}`, { time })}</p>
      {check?.reason ? (
        <Banner title={t('identity.reason')}>
          <p dir="auto" className="ap-reason">
            {check.reason}
          </p>
        </Banner>
      ) : null}
      {check === null ? null : (
        <p>
          <bdi>{check.realName}</bdi>
          <span className="t2"> · {t(`identity.papers.${check.document}`)}</span>
        </p>
      )}
      <div className="as-buttons">
        {open ? <Button onClick={modal.show}>{title}</Button> : null}
        {check === null
          ? null
          : sidesOf(check.document).map(({ side, label }) => (
              <Button key={side} icon={Download} onClick={() => void download(side)}>
                {t(`identity.side.${label}`)}
              </Button>
            ))}
      </div>
      <Sheet
        open={modal.open && open}
        onOpenChange={(next) => {
          if (!next) modal.hide()
        }}
        title={title}
      >
        <IdentityForm onDone={modal.hide} />
      </Sheet>
    </>
  )
}
