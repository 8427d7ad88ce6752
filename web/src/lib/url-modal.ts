import { useLocation, useNavigate } from 'react-router'

export interface UrlModal {
  open: boolean
  show(): void
  hide(): void
}

const PARAM = 'modal'

/** A dialog that stands in the address: a deep link opens it, a reload keeps it, back and Esc close it. */
export function useUrlModal(name: string): UrlModal {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const open = params.get(PARAM) === name
  return {
    open,
    show() {
      params.set(PARAM, name)
      void navigate({ pathname, search: params.toString() }, { state: { shown: name } })
    },
    hide() {
      if (!open) return
      // Opened from here: going back leaves no page behind that closing would have to step over.
      if ((state as { shown?: string } | null)?.shown === name) return void navigate(-1)
      params.delete(PARAM)
      void navigate({ pathname, search: params.toString() }, { replace: true })
    },
  }
}
