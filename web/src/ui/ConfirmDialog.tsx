import { Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './ConfirmAlert.tsx'
import { lazyAgain } from './lazy-again.tsx'

const ConfirmAlert = lazyAgain(async () => (await import('./ConfirmAlert.tsx')).ConfirmAlert)

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
