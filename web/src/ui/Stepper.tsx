import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

/** Hold to repeat: the first repeat comes after the delay, further ones at the interval. */
const REPEAT_DELAY_MS = 400
const REPEAT_INTERVAL_MS = 80

interface StepperProps {
  /** One step down (−1) or up (1); called again and again while held. */
  onStep: (step: -1 | 1) => void
  disabled?: boolean
  canDecrease?: boolean
  canIncrease?: boolean
  /** The input between the buttons. */
  children: ReactNode
}

export function Stepper({
  onStep,
  disabled,
  canDecrease = true,
  canIncrease = true,
  children,
}: StepperProps) {
  const { t } = useTranslation('ui')
  const hold = useHold(onStep)
  return (
    <div className="stepper">
      <IconButton
        icon={Minus}
        label={t('stepper.decrease')}
        disabled={disabled || !canDecrease}
        {...hold(-1)}
      />
      {children}
      <IconButton
        icon={Plus}
        label={t('stepper.increase')}
        disabled={disabled || !canIncrease}
        {...hold(1)}
      />
    </div>
  )
}

function useHold(onStep: (step: -1 | 1) => void) {
  const latest = useRef(onStep)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  latest.current = onStep
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => clearTimeout(timer.current)
  return (step: -1 | 1) => ({
    // Keyboards click without a pointer; with a pointer the press has already counted.
    onClick: (event: { detail: number }) => event.detail === 0 && latest.current(step),
    onPointerDown: (event: { button: number }) => {
      if (event.button !== 0) return
      latest.current(step)
      const again = () => {
        latest.current(step)
        timer.current = setTimeout(again, REPEAT_INTERVAL_MS)
      }
      timer.current = setTimeout(again, REPEAT_DELAY_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
  })
}
