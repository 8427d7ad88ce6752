import { type ComponentType, useEffect, useRef, useState } from 'react'
import { onToast, type ToastMessage } from '../lib/toast-bus.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** Messages kept while the code that shows them is on its way. */
const WAITING_MAX = 5

interface Loaded {
  Host: ComponentType
  showToast: (text: string, tone: 'done' | 'error') => void
}

/**
 * Draws what the lower layers have to tell. The code for it comes as soon as the first page stands: the first message
 * may well be that the network is gone.
 */
export function ToastBridge() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const show = useRef<Loaded['showToast'] | null>(null)
  const waiting = useRef<ToastMessage[]>([])

  useEffect(() => {
    const load = (): void => {
      import('../ui/Toast.tsx')
        .then(({ ToastHost, showToast }) => setLoaded((before) => before ?? { Host: ToastHost, showToast }))
        .catch(() => undefined)
    }
    const cancel = whenIdle(load)
    const stop = onToast((message) => {
      if (show.current !== null) {
        tell(message, show.current)
        return
      }
      waiting.current = [...waiting.current, message].slice(-WAITING_MAX)
      load()
    })
    return () => {
      cancel()
      stop()
    }
  }, [])

  // The host listens from its own effect on, which runs before this one: nothing told earlier would be seen.
  useEffect(() => {
    if (loaded === null) return
    // The region has to stand before a screen reader can hear what comes into it.
    const frame = requestAnimationFrame(() => {
      show.current = loaded.showToast
      for (const message of waiting.current.splice(0)) tell(message, loaded.showToast)
    })
    return () => cancelAnimationFrame(frame)
  }, [loaded])

  return loaded === null ? null : <loaded.Host />
}

function tell({ kind, text }: ToastMessage, showToast: Loaded['showToast']): void {
  showToast(text, kind === 'error' ? 'error' : 'done')
}
