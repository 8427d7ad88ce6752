type Listener = (text: string) => void

const listeners = new Set<Listener>()
/** Announced before the shell listened: a socket may see a damaged token while the page is still coming. */
let unheard: string | null = null

/** The server no longer accepts the session: the shell leads to `/login` and shows the text. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => listeners.delete(listener)
}

export function announceSessionEnded(text: string): void {
  unheard = listeners.size === 0 ? text : null
  for (const listener of listeners) listener(text)
}
