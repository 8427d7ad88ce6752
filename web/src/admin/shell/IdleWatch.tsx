import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { activeMs, IDLE_MAX_MS, IDLE_WARNING_MS, noteActivity } from '../frame/activity.ts'

const LOOK_EVERY_MS = 1_000

/** Warns a minute before nobody has touched a page for 15, and then signs out. */
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
    return () => clearInterval(timer)
  }, [onIdle])
  const stay = (): void => {
    noteActivity()
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
