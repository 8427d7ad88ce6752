import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useBackGuard } from '../../lib/back-guard.ts'
import { useAdminSession } from '../frame/admin-session.store.ts'
import { readPageMessage, type ShellMessage } from '../frame/frame-messages.ts'
import { type AdminPath, isAdminPath } from './admin-pages.ts'

interface PageFrameProps {
  path: AdminPath
  /** The counts of the header, as one text: the page is told when they change. */
  counted: string
  onDecided(): void
  /** What is not saved in it has changed; by which parts of its address it lies open, null: nothing is. */
  onUnsaved(heldBy: readonly string[] | null): void
}

/** Of a move that the page has made itself, and asked about. */
export const BY_PAGE = { byPage: true }

/** A page of the back office in its frame. Shell and page speak by checked messages of the same origin, from this very frame. */
export function PageFrame({ path, counted, onDecided, onUnsaved }: PageFrameProps) {
  const { t, i18n } = useTranslation('admin')
  const { search } = useLocation()
  const navigate = useNavigate()
  const frame = useRef<HTMLIFrameElement>(null)
  /** What the page shows, as it has said itself. */
  const shown = useRef(search)
  /** The frame's address is read once: what changes later is told, so that nothing is loaded anew. */
  const first = useRef(`/admin-pages/${path}/index.html${search}`)
  const isReady = useRef(false)
  const [isGuarded, setGuarded] = useState(false)
  useBackGuard(isGuarded, () => tell(frame.current, { kind: 'back' }))

  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent): void => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const message = readPageMessage(data)
      if (message === null) return
      switch (message.kind) {
        case 'ready':
          isReady.current = true
          // It begins anew, as after a reload of its own.
          onUnsaved(null)
          setGuarded(false)
          if (shown.current !== search) {
            shown.current = search
            tell(frame.current, { kind: 'show', search: shown.current })
          }
          return
        case 'moved':
          shown.current = message.search
          void navigate({ search: message.search }, { replace: !message.isStep, state: BY_PAGE })
          return
        case 'open':
          if (isAdminPath(message.page)) void navigate(`/admin/${message.page}${message.search}`)
          return
        case 'unsaved':
          onUnsaved(message.heldBy)
          return
        case 'decided':
          onDecided()
          return
        case 'guards':
          setGuarded(message.isOn)
          return
        case 'denied':
          useAdminSession.getState().noteDenial()
          return
        case 'ended':
          useAdminSession.getState().signOut()
      }
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  })

  // It is gone with its page.
  useEffect(() => () => onUnsaved(null), [onUnsaved])

  useEffect(() => {
    if (!isReady.current || search === shown.current) return
    shown.current = search
    tell(frame.current, { kind: 'show', search })
  })

  useEffect(() => {
    if (isReady.current) tell(frame.current, { kind: 'language', locale: i18n.language })
  }, [i18n.language])

  const told = useRef(counted)
  useEffect(() => {
    if (told.current === counted) return
    told.current = counted
    if (isReady.current) tell(frame.current, { kind: 'counted' })
  }, [counted])

  return <iframe ref={frame} className="adm-frame" src={first.current} title={t(`page.${path}`)} />
}

function tell(frame: HTMLIFrameElement | null, message: ShellMessage): void {
  frame?.contentWindow?.postMessage(message, location.origin)
}
