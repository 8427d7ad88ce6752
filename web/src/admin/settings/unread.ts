import { createContext, useContext, useEffect } from 'react'

/** Of the form around: it is not sent while what is typed in one of its fields cannot be read. */
interface UnreadFields {
  /** It was tried to send it: each of them says so. */
  isTried: boolean
  change(by: 1 | -1): void
}

export const Unread = createContext<UnreadFields>({ isTried: false, change: () => undefined })

/** A field tells its form whether it can be read; answers whether it is to say so. */
export function useUnread(isUnread: boolean): boolean {
  const { isTried, change } = useContext(Unread)
  useEffect(() => {
    if (!isUnread) return
    change(1)
    return () => change(-1)
  }, [isUnread, change])
  return isTried
}
