import { Copy } from 'lucide-react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface CodeBoxProps {
  text: string
  copyLabel: string
  onCopy: () => void
  className?: string
}

/** A hash, a command: in one width, left to right, to be copied. */
export function CodeBox({ text, copyLabel, onCopy, className }: CodeBoxProps) {
  return (
    <div className={classes('code-box', className)} dir="ltr">
      <code translate="no">{text}</code>
      <button type="button" className="ib ib-s hit" aria-label={copyLabel} onClick={onCopy}>
        <Icon of={Copy} size={16} />
      </button>
    </div>
  )
}
