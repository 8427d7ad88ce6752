import { type Device, signOutDevice, signOutOthers } from '@truestrike/protocol/security-endpoints.ts'
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UsedAddress, useUsedName } from './UsedFrom.tsx'
import { useDevices, useSecurityChanged } from './use-security.ts'

const PHONES = ['iPhone', 'iPad', 'Android']
/** What is asked about: one device, or all others. */
type Asked = Device | 'others'

export function DeviceList() {
  const { t } = useTranslation('security')
  const { data, isError, isFetched, refetch } = useDevices()
  const [asked, setAsked] = useState<Asked | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const others = data?.devices.some(({ current, signedIn }) => signedIn && !current) === true
  return (
    <section className="card as-card" aria-busy={data === undefined && !isError}>
      <div className="as-line">
        <h2 ref={title} tabIndex={-1} className="flex-1">
          {t('device.title')}
        </h2>
        {others ? (
          <Button size="s" className="hit" onClick={() => setAsked('others')}>
            {t('device.others')}
          </Button>
        ) : null}
      </div>
      {data !== undefined ? (
        <ul className="as-list">
          {data.devices.map((device) => (
            <DeviceRow key={`${device.kind} ${device.id}`} device={device} onAsk={setAsked} />
          ))}
        </ul>
      ) : isError ? (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={128} />
      )}
      {isFetched ? <p className="cap">{t('device.placeNote')}</p> : null}
      <SignOutQuestion asked={asked} onClose={() => setAsked(null)} returnTo={() => title.current} />
    </section>
  )
}

function DeviceRow({ device, onAsk }: { device: Device; onAsk: (device: Device) => void }) {
  const { t } = useTranslation('security')
  const name = useUsedName()(device)
  const { kind, system, current, signedIn, known } = device
  const icon = kind === 'client' ? SquareTerminal : PHONES.includes(system ?? '') ? Smartphone : Monitor
  return (
    <li>
      <Icon of={icon} size={20} />
      <div className="col">
        <b>
          {name} {current ? <Badge tone="accent">{t('device.this')}</Badge> : null}
        </b>
        <span className="t2">
          <UsedAddress {...device} />
        </span>
        <span className="t2">
          <span className="as-whole">
            {t('device.lastUsed', { time: formatDayAndClock(device.lastSeenMs) })}
          </span>
          {' · '}
          <span className="as-whole">
            {t('device.firstSeen', { time: formatDayAndClock(device.firstSeenMs) })}
          </span>
        </span>
      </div>
      {signedIn ? null : (
        <span className="lab">
          {t('device.signedOut')}
          {known ? null : ` · ${t('device.forgotten')}`}
        </span>
      )}
      {current || !(signedIn || known) ? null : (
        <Button size="s" className="hit" onClick={() => onAsk(device)}>
          {t(signedIn ? 'device.signOut' : 'device.forget')}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}

interface QuestionProps {
  asked: Asked | null
  onClose: () => void
  /** Takes the focus when it is done: the button that asked is gone. */
  returnTo: () => HTMLElement | null
}

function SignOutQuestion({ asked, onClose, returnTo }: QuestionProps) {
  const { t } = useTranslation('security')
  const words = useQuestion()
  const changed = useSecurityChanged()
  const [pending, setPending] = useState(false)
  const done = useRef(false)
  // While it closes it goes on asking what it asked.
  const last = useRef<Asked | null>(asked)
  if (asked !== null) last.current = asked
  const about = last.current ?? 'others'
  const confirm = async () => {
    setPending(true)
    try {
      if (about === 'others') {
        const { ended } = await call(signOutOthers)
        showToast('success', t('device.ended', { count: ended }))
      } else {
        await call(signOutDevice, { body: { id: about.id, kind: about.kind } })
        if (!about.signedIn) showToast('success', t('device.forgotten'))
      }
      await changed()
      done.current = true
      onClose()
    } catch (error) {
      // Its words are on the screen; the question stays, unless nothing is there any more to sign out.
      if (error instanceof ApiError && error.is('NOT_FOUND')) {
        await changed()
        done.current = true
        onClose()
      }
    }
    setPending(false)
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => {
        if (open) return
        done.current = false
        onClose()
      }}
      {...words(about)}
      onConfirm={() => void confirm()}
      pending={pending}
      finalFocus={() => (done.current ? (returnTo() ?? true) : true)}
    />
  )
}

/** What is asked. A device whose session has ended is still one its owner is known by, until he forgets it. */
function useQuestion() {
  const { t } = useTranslation('security')
  const usedName = useUsedName()
  return (about: Asked) => {
    if (about === 'others')
      return {
        ...{ title: t('device.askOthers'), confirmLabel: t('device.others') },
        children: t('device.askOthersText'),
      }
    const device = usedName(about)
    return about.signedIn
      ? { title: t('device.ask'), confirmLabel: t('device.signOut'), children: device }
      : {
          ...{ title: t('device.askForget'), confirmLabel: t('device.forget') },
          children: t('device.askForgetText', { device }),
        }
  }
}
