import { create } from 'zustand'

/** What a browser hands out that can install the app (not yet in the standard's types). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install this app; null: it makes none. */
export const useInstallOffer = create<{ offer: InstallEvent | null }>()(() => ({ offer: null }))

/** Keeps the browser's offer for whoever looks for it, instead of a banner over the page. */
export function followInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event as InstallEvent })
  })
  globalThis.addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }))
}
