import { create } from 'zustand'
import { useBackGuardState } from '../../lib/back-guard.ts'
import { type PageMessage, readShellMessage } from './frame-messages.ts'
import { leaveFor, useUnsavedForms } from './unsaved.ts'

/** Whether the shell is around this page; a page also stands alone at its own address. */
export const isFramed = (): boolean => window.parent !== window

/** To the shell, which is of the same origin; never a token. Alone there is nobody to tell. */
export function tellShell(message: PageMessage): void {
  if (isFramed()) window.parent.postMessage(message, location.origin)
}

interface PageAddress {
  /** As in an address, with its question mark, or empty. */
  search: string
}

export const usePageAddress = create<PageAddress>()(() => ({ search: location.search }))

/**
 * `isStep`: the back button leads back from it. The shell keeps the steps; alone the page does. Asks first where it would take
 * away what is not saved.
 */
export function moveTo(params: URLSearchParams, isStep = false): void {
  const text = params.toString()
  const search = text === '' ? '' : `?${text}`
  const { search: before } = usePageAddress.getState()
  if (search === before) return
  leaveFor(before, search, () => {
    const address = `${location.pathname}${search}`
    if (isStep && !isFramed()) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    usePageAddress.setState({ search })
    tellShell({ kind: 'moved', search, isStep })
  })
}

/** Opens another page of the back office. */
export function openPage(page: string, search = ''): void {
  if (isFramed()) tellShell({ kind: 'open', page, search })
  else location.assign(`/admin/${page}${search}`)
}

/** What asks anew for the counts of a page when those of the shell have changed. */
export const onCounted = new Set<() => void>()

/** Follows the shell, or the browser's own steps where there is none. */
export function followShell(onLanguage: (locale: string) => void): void {
  const show = (search: string): void => {
    history.replaceState(null, '', `${location.pathname}${search}`)
    usePageAddress.setState({ search })
  }
  window.addEventListener('popstate', () => usePageAddress.setState({ search: location.search }))
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== window.parent) return
    const message = readShellMessage(data)
    if (message?.kind === 'show') show(message.search)
    if (message?.kind === 'back') useBackGuardState.getState().ask?.()
    if (message?.kind === 'counted') for (const ask of onCounted) ask()
    if (message?.kind === 'language') onLanguage(message.locale)
  })
  useBackGuardState.subscribe(({ ask }) => tellShell({ kind: 'guards', isOn: ask !== null }))
  useUnsavedForms.subscribe(({ forms }, { forms: before }) => {
    if (forms === before) return
    const heldBy = forms.length === 0 ? null : [...new Set(forms.flat())].filter((name) => name !== '')
    tellShell({ kind: 'unsaved', heldBy })
  })
  tellShell({ kind: 'ready' })
}
