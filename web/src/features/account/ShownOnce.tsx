import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackGuard } from '../../lib/back-guard.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, loadConfirm } from '../../ui/ConfirmDialog.tsx'
import { useHeldSheet } from '../../ui/sheet-hold.ts'

interface ShownOnceProps {
  /** What its reader confirms: that it is kept. */
  keptLabel: string
  onKept: () => void
  children: ReactNode
}

/**
 * A secret that nobody can show a second time, with the button by which its reader says that it is kept. Every other way
 * out (Esc, the scrim, the button at the head of a sheet, Back) asks first.
 */
export function ShownOnce({ keptLabel, onKept, children }: ShownOnceProps) {
  const { t } = useTranslation('security')
  const [isAsking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  useEffect(loadConfirm, [])
  useHeldSheet(ask)
  const release = useBackGuard(true, ask)
  const leave = () => {
    setAsking(false)
    release()
    onKept()
  }
  return (
    <>
      {children}
      <Button variant="primary" size="l" block onClick={leave}>
        {keptLabel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('shownOnce.ask')}
        confirmLabel={keptLabel}
        onConfirm={leave}
        isAboutLeaving
      >
        {t('shownOnce.text')}
      </ConfirmDialog>
    </>
  )
}
