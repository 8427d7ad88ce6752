export interface ToastMessage {
  kind: 'error' | 'success' | 'info'
  text: string
}

type Listener = (message: ToastMessage) => void

const listeners = new Set<Listener>()
const WAITING_MAX = 3
/** The newest messages while nobody draws them: the code of the shell may still be on its way. */
let waiting: ToastMessage[] = []

/** Shows a short message; the shell listens and draws it. */
export function showToast(kind: ToastMessage['kind'], text: string): void {
  if (listeners.size === 0) waiting = [...waiting, { kind, text }].slice(-WAITING_MAX)
  for (const listener of listeners) listener({ kind, text })
}

export function onToast(listener: Listener): () => void {
  listeners.add(listener)
  for (const message of waiting) listener(message)
  waiting = []
  return () => listeners.delete(listener)
}
