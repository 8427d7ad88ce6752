import { createContext, useContext, useEffect, useState } from 'react'

type Change = (by: 1 | -1) => void

/** Of the form around. */
export const UnderWay = createContext<Change>(() => undefined)

/** A form's view: whether a part of it is under way, and what tells its parts of the form. */
export function useParts() {
  const [count, setCount] = useState(0)
  const [change] = useState<Change>(() => (by: 1 | -1) => setCount((now) => now + by))
  return { isWaiting: count > 0, change }
}

/** A part of a form is under way, such as an upload: the form is not saved without it. One that is taken away is waited for no more. */
export function useUnderWay(isUnderWay: boolean): void {
  const change = useContext(UnderWay)
  useEffect(() => {
    if (!isUnderWay) return
    change(1)
    return () => change(-1)
  }, [isUnderWay, change])
}
