import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'

const FIELDS = 'input, textarea, select'

export interface RowSteps {
  onClose(): void
  /** The row above or below in the table; nothing where there is none. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

interface RowDrawerProps extends RowSteps {
  label: string
  /** What is read out and focused first. */
  title: string
  badges?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

/** Lies beside the table, without a scrim: one goes from row to row, also by Alt and an arrow. Esc closes it; from a field it leads out of that first. */
export function RowDrawer(props: RowDrawerProps) {
  const { label, title, badges, foot, onClose, onPrevious, onNext, children } = props
  const { t } = useTranslation('admin')
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is read from its top.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget, nativeEvent } = event
    // A dialog that stands over the page has an Esc of its own; so have the words an input method offers.
    const isOwn = target instanceof Element && currentTarget.contains(target)
    if (!isOwn || nativeEvent.isComposing) return
    const step = event.altKey ? { ArrowUp: onPrevious, ArrowDown: onNext }[key] : undefined
    if (step !== undefined && !target.matches('select')) {
      event.preventDefault()
      step()
    }
    // One that has just opened takes the key before it has the focus.
    if (key !== 'Escape' || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
    // What is typed is not lost by one press.
    if (target.matches(FIELDS)) heading.current?.focus({ preventScroll: true })
    else onClose()
  }
  return (
    <aside className="panel adm-drawer" aria-label={label} onKeyDown={press}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        {badges}
        <span className="flex-1" />
        {onPrevious === undefined && onNext === undefined ? null : (
          <>
            <IconButton
              size="s"
              icon={ChevronUp}
              label={t('table.previous')}
              aria-keyshortcuts="Alt+ArrowUp"
              disabled={!onPrevious}
              onClick={onPrevious}
            />
            <IconButton
              size="s"
              icon={ChevronDown}
              label={t('table.next')}
              aria-keyshortcuts="Alt+ArrowDown"
              disabled={!onNext}
              onClick={onNext}
            />
          </>
        )}
        <IconButton size="s" icon={X} label={t('table.close')} onClick={onClose} />
      </header>
      <div className="adm-drawer-body">{children}</div>
      {foot === undefined ? null : <div className="adm-drawer-foot">{foot}</div>}
    </aside>
  )
}
