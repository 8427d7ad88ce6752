import { Suspense, useState } from 'react'
import { lazyLater } from './lazy-again.tsx'
import type { SheetProps } from './SheetDialog.tsx'

const load = () => import('./SheetDialog.tsx')
const SheetDialog = lazyLater(async () => (await load()).SheetDialog)

/** Brings its code before it is opened: what it will have to say may be that the network is gone. */
export function loadSheet(): void {
  load().catch(() => undefined)
}

/**
 * A bottom sheet up to 768 px, a dialog or drawer above. Focus is trapped, Esc and the scrim close, focus returns.
 * Its code comes when it is first opened; it then stays, to close gently.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? (
    <Suspense>
      <SheetDialog {...props} />
    </Suspense>
  ) : null
}
