import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Num } from './Num.tsx'
import { Ring } from './Ring.tsx'

/** When it was pressed, on the clock of `performance.now()`: a busy page may hear of it later. */
export type Press = { timeStamp: number }

interface OrderButtonProps {
  direction: 'up' | 'down'
  label: string
  /** What a press costs, where the amount's field may be out of sight. */
  stake?: string | undefined
  /** What must hold to win, such as "Above entry". */
  condition: string
  onPress: (press: Press) => void
  disabled?: boolean
  /** The server has not answered yet: locked, same width. */
  pending?: boolean
  /** Id of the text that says why it is disabled. */
  describedBy?: string
}

export function OrderButton({
  direction,
  label,
  stake,
  condition,
  onPress,
  disabled,
  pending,
  describedBy,
}: OrderButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-order btn-${direction}`}
      disabled={disabled}
      onClick={pending ? undefined : onPress}
      // Enter held down must not buy again and again.
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
      {...(pending ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    >
      {pending ? (
        <Ring size={22} fraction={0.25} waiting ink="currentColor" />
      ) : (
        <Icon of={direction === 'up' ? ArrowUp : ArrowDown} size={22} stroke={2.6} />
      )}
      <span className="min-w-0">
        <b>
          {label}
          {stake === undefined ? null : (
            <>
              {' '}
              <Num className="btn-stake">{stake}</Num>
            </>
          )}
        </b>
        <span>{condition}</span>
      </span>
    </button>
  )
}
