import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

export interface UrlModal {
  open: boolean
  show(): void
  hide(): void
  /** As a sheet tells it. */
  change(open: boolean): void
}

const PARAM = 'modal'

/** A dialog that stands in the address: a deep link opens it, a reload keeps it, back and Esc close it. */
export function useUrlModal(name: string): UrlModal {
  const location = useLocation()
  const navigate = useNavigate()
  // Whoever closes it may have begun long ago, when the address was another.
  const present = useRef<typeof location | null>(null)
  useLayoutEffect(() => {
    present.current = location
    return () => {
      present.current = null
    }
  }, [location])
  const modal: UrlModal = {
    open: new URLSearchParams(location.search).get(PARAM) === name,
    show() {
      const { pathname, search } = location
      const params = new URLSearchParams(search)
      params.set(PARAM, name)
      void navigate({ pathname, search: params.toString() }, { state: { shown: name } })
    },
    hide() {
      if (present.current === null) return
      const { pathname, search, state } = present.current
      const params = new URLSearchParams(search)
      if (params.get(PARAM) !== name) return
      // Opened from here: going back leaves no page behind that closing would have to step over.
      if ((state as { shown?: string } | null)?.shown === name) return void navigate(-1)
      params.delete(PARAM)
      void navigate({ pathname, search: params.toString() }, { replace: true })
    },
    change(open) {
      if (!open) modal.hide()
    },
  }
  return modal
}
