import { lazy, Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './ConfirmAlert.tsx'

const ConfirmAlert = lazy(() =>
  import('./ConfirmAlert.tsx').then((module) => ({ default: module.ConfirmAlert })),
)

/** Asks before an act. Its code comes when it is first opened; it then stays, to close gently. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? (
    <Suspense>
      <ConfirmAlert {...props} />
    </Suspense>
  ) : null
}
