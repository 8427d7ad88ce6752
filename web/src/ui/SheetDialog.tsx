import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from './back-closes.ts'
import { classes } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { keyScroll } from './key-scroll.ts'
import { SheetHold } from './sheet-hold.ts'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Before the title, and quietly under it. */
  lead?: ReactNode
  note?: ReactNode
  /** What it becomes above 768 px. */
  wide?: 'dialog' | 'drawer'
  /** Stays below the scrolling part. */
  footer?: ReactNode
  className?: string
  /** Takes the focus when it opens; the first field of a form or the first control unless told. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Takes the focus when it closes; `true`: what had it before. */
  finalFocus?: () => HTMLElement | true
  /** Its content changes the address, or is named by it: a step back is the business of whoever opened it. */
  changesAddress?: boolean
  children: ReactNode
}

/** A bottom sheet up to 768 px, a dialog or drawer above. Focus is trapped, Esc, the scrim and Back close, focus returns. */
export function SheetDialog({
  open,
  onOpenChange,
  title,
  lead,
  note,
  wide = 'dialog',
  footer,
  className,
  initialFocus,
  finalFocus = () => true,
  changesAddress = false,
  children,
}: SheetProps) {
  const { t } = useTranslation('ui')
  const popup = useRef<HTMLDivElement>(null)
  const hold = useRef<(() => void) | null>(null)
  const change = (next: boolean) => {
    if (!next && hold.current !== null) hold.current()
    else onOpenChange(next)
  }
  useBackCloses(open && !changesAddress, () => change(false))
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className={classes('sheet', `sheet-${wide}`, className)}
          initialFocus={initialFocus ?? (() => fieldToBeginWith(popup.current))}
          finalFocus={finalFocus}
          ref={popup}
        >
          <div className="sheet-head">
            {lead}
            <div className="sheet-title">
              <Dialog.Title>{title}</Dialog.Title>
              {note ? <p className="cap">{note}</p> : null}
            </div>
            <Dialog.Close render={<IconButton icon={X} label={t('close')} />} />
          </div>
          <div className="sheet-body" ref={keyScroll}>
            <SheetHold value={hold}>{children}</SheetHold>
          </div>
          {footer ? <div className="sheet-foot">{footer}</div> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const FIELD =
  'form :is(input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea):enabled'

/** Whoever has a mouse goes on with the keyboard; where fingers point, a keyboard would jump up. `true`: the first control. */
function fieldToBeginWith(popup: HTMLElement | null): HTMLElement | true {
  if (!globalThis.matchMedia('(pointer: fine)').matches) return true
  return popup?.querySelector<HTMLElement>(FIELD) ?? true
}
