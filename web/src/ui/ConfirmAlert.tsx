import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'

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
}

/** Asks before an act; the focus is on leaving things as they are. */
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
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui')
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
