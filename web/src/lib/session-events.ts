type Listener = (text: string) => void

const listeners = new Set<Listener>()

/** The server no longer accepts the session: the shell leads to `/login` and shows the text. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceSessionEnded(text: string): void {
  for (const listener of listeners) listener(text)
}
