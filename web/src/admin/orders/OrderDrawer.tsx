import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import type { OrderState, OrderSteps } from './use-orders.ts'

interface OrderDrawerProps extends OrderSteps {
  number: string
  state: OrderState
  takenBy: 'me' | 'other' | null
  fault: unknown
  foot: ReactNode
  children: ReactNode
}

/** Lies beside the table, without a scrim: reviewers go from order to order. Esc closes it. */
export function OrderDrawer(props: OrderDrawerProps) {
  const { number, state, takenBy, onClose, onPrevious, onNext, fault, foot, children } = props
  const { t } = useTranslation('admin')
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is read from its top.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [number])
  return (
    <aside
      className="panel adm-drawer"
      aria-label={t('orders.order', { number })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <Num>{number}</Num>
        </h2>
        <Badge>{t(`orders.states.${state}`)}</Badge>
        {takenBy === null ? null : <Badge tone="accent">{t(`orders.taken.${takenBy}`)}</Badge>}
        <span className="flex-1" />
        <IconButton
          size="s"
          icon={ChevronUp}
          label={t('orders.previous')}
          disabled={!onPrevious}
          onClick={onPrevious}
        />
        <IconButton
          size="s"
          icon={ChevronDown}
          label={t('orders.next')}
          disabled={!onNext}
          onClick={onNext}
        />
        <IconButton size="s" icon={X} label={t('orders.close')} onClick={onClose} />
      </header>
      <div className="adm-drawer-body">{children}</div>
      <div className="adm-drawer-foot">
        <div role="alert">
          {fault === null ? null : (
            <Banner>{fault instanceof ApiError ? fault.message : t('orders.actFailed')}</Banner>
          )}
        </div>
        {foot}
      </div>
    </aside>
  )
}
