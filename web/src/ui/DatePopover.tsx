import { Popover } from '@base-ui/react/popover'
import { type RefObject, useRef } from 'react'
import { Calendar } from './Calendar.tsx'

interface DatePopoverProps {
  label: string
  open: boolean
  onOpenChange(open: boolean): void
  /** The button that opens and closes it. */
  button: RefObject<HTMLButtonElement | null>
  value: string
  min: string
  max: string
  onPick(day: string): void
}

/** The calendar of a field, beside its button. Esc and a press elsewhere close it, and the focus returns. */
export function DatePopover({ label, open, onOpenChange, button, ...days }: DatePopoverProps) {
  const chosen = useRef<HTMLButtonElement>(null)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the button is its own to answer.
        if (!(event.target instanceof Node && button.current?.contains(event.target))) onOpenChange(next)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="menu-place"
          anchor={button}
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          <Popover.Popup
            className="menu date-popup"
            aria-label={label}
            initialFocus={chosen}
            finalFocus={button}
          >
            <Calendar {...days} chosen={chosen} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
