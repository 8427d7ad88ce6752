import { adminProfile } from '@truestrike/protocol/account-endpoints.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { activeMs, IDLE_MAX_MS, IDLE_WARNING_MS, isUntold, noteActivity } from '../frame/activity.ts'
import { adminCall } from '../frame/admin-session.store.ts'

const LOOK_EVERY_MS = 1_000
const TELL_EVERY_MS = 60_000

/** The server counts calls, not touches: who only types would be signed out under his hands. */
function tellServer(): void {
  // What becomes of the session is told by its own ways.
  if (isUntold()) adminCall(adminProfile).catch(() => undefined)
}

/** Warns a minute before nobody has touched a page for 15, and then signs out; until then the server is told of the touches. */
export function IdleWatch({ onIdle }: { onIdle(): void }) {
  const { t } = useTranslation('admin-access')
  const [leftSeconds, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const idleMs = Date.now() - activeMs()
      if (idleMs >= IDLE_MAX_MS) {
        clearInterval(timer)
        onIdle()
      } else setLeft(idleMs < IDLE_WARNING_MS ? null : Math.ceil((IDLE_MAX_MS - idleMs) / 1_000))
    }, LOOK_EVERY_MS)
    const teller = setInterval(tellServer, TELL_EVERY_MS)
    return () => {
      clearInterval(timer)
      clearInterval(teller)
    }
  }, [onIdle])
  const stay = (): void => {
    noteActivity()
    tellServer()
    setLeft(null)
  }
  return (
    <SheetDialog
      open={leftSeconds !== null}
      onOpenChange={stay}
      title={t('idle.title')}
      footer={
        <>
          <Button size="l" onClick={onIdle}>
            {t('idle.leave')}
          </Button>
          <Button size="l" variant="primary" onClick={stay}>
            {t('idle.stay')}
          </Button>
        </>
      }
    >
      <p>
        {t('idle.text')} <Num>{leftSeconds ?? 0}</Num>
      </p>
    </SheetDialog>
  )
}
