import { Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './ConfirmAlert.tsx'
import { lazyLater } from './lazy-again.tsx'

const load = () => import('./ConfirmAlert.tsx')
const ConfirmAlert = lazyLater(async () => (await load()).ConfirmAlert)

/** Brings its code before it is opened. */
export function loadConfirm(): void {
  load().catch(() => undefined)
}

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
