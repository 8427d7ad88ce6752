import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onSessionEnded } from '../lib/session-events.ts'
import { useSession } from '../lib/session-store.ts'
import { showToast } from '../lib/toast-bus.ts'
import { loadUserInfo } from '../lib/user-info.ts'
import { loginPathFor } from '../lib/wanted-page.ts'
import { markDevice } from './device-class.ts'

/** What every change of path brings: device class, user information, top of the page, focus on the new content. */
export function useRouteEffects(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const token = useSession((session) => session.token)
  const here = useRef(pathname + search)
  here.current = pathname + search
  const before = useRef(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the event, though not read.
  useEffect(() => {
    markDevice()
    if (token !== null) void loadUserInfo()
  }, [pathname, token])

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    globalThis.scrollTo(0, 0)
    // A reader of the screen hears the new page instead of staying on the link that led here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(
    () =>
      onSessionEnded((text) => {
        showToast('error', text)
        void navigate(loginPathFor(here.current), { replace: true })
      }),
    [navigate],
  )
}
