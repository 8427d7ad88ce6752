import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asked is still on the page when an answer comes. */
export function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
