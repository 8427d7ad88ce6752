export interface ToastMessage {
  kind: 'error' | 'success' | 'info'
  text: string
}

type Listener = (message: ToastMessage) => void

const listeners = new Set<Listener>()

/** Shows a short message; the shell listens and draws it. */
export function showToast(kind: ToastMessage['kind'], text: string): void {
  for (const listener of listeners) listener({ kind, text })
}

export function onToast(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
