import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { useBackCloses } from './back-closes.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children?: ReactNode
  /** A verb: what happens when pressed. */
  confirmLabel: string
  /** On the button that leaves things as they are; left out: Cancel, which would be unclear beside an act of that name. */
  keepLabel?: string
  onConfirm: () => void
  pending?: boolean
  /** Irreversible: the button is amber. */
  caution?: boolean
  /** Takes the focus when it closes; true: what had it before. */
  finalFocus?: () => HTMLElement | true
  /** It asks whether to leave the page, and what it leads to takes its place in the history: Back is not its to close it. */
  isAboutLeaving?: boolean
}

/** Asks before an act; the focus is on leaving things as they are, which Back does too. */
export function ConfirmAlert({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  keepLabel,
  onConfirm,
  pending = false,
  caution = false,
  finalFocus = () => true,
  isAboutLeaving = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
  useBackCloses(open && !isAboutLeaving, () => onOpenChange(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="sheet sheet-dialog" finalFocus={finalFocus}>
          <div className="sheet-head">
            <AlertDialog.Title>{title}</AlertDialog.Title>
          </div>
          {children ? (
            <AlertDialog.Description render={<div className="sheet-body t2" />}>
              {children}
            </AlertDialog.Description>
          ) : null}
          <div className="sheet-foot">
            <AlertDialog.Close
              render={<Button size="l">{keepLabel === undefined ? t('cancel') : keepLabel}</Button>}
            />
            <Button size="l" variant={caution ? 'caution' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
