import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Icon } from './Icon.tsx'

interface MenuItem {
  key: string
  label: ReactNode
  icon?: LucideIcon
  /** Shows the tick of the chosen one. */
  checked?: boolean
  /** Language of the label when it is not the page's. */
  lang?: string
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  header?: ReactNode
  items: readonly MenuItem[]
  /** Opens as it appears. */
  initiallyOpen?: boolean
  /** It is being opened. */
  onOpen?: () => void
}

export function Menu({ trigger, header, items, initiallyOpen = false, onOpen }: MenuProps) {
  // Inside the trigger's own landmark, so that a reader of landmarks does not lose it.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Base.Root modal defaultOpen={initiallyOpen} onOpenChange={(open) => open && onOpen?.()}>
      <Base.Trigger
        render={trigger}
        ref={(button: HTMLElement | null) =>
          setLandmark(button?.closest<HTMLElement>('header, main') ?? null)
        }
      />
      <Base.Portal container={landmark}>
        <Base.Positioner className="menu-place" align="end" sideOffset={6} collisionPadding={8}>
          <Base.Popup className="menu">
            {header ? <div className="menu-head">{header}</div> : null}
            {items.map((item) => (
              <Base.Item key={item.key} className="menu-item" lang={item.lang} onClick={item.onSelect}>
                {item.icon ? <Icon of={item.icon} /> : null}
                <span className="trunc">{item.label}</span>
                {item.checked ? <Icon of={Check} /> : null}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
