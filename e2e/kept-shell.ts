import type { BrowserContext } from '@playwright/test'

/**
 * Whether pages lay themselves into the browser's cache, as they do so that they open without a network. In a new context
 * that is a third of the computing of a first visit, so only tests that allow service workers, as they lose the network, pay for it.
 */
export class KeptShell {
  isKept = false

  /** The pages that this context opens from now on heed `isKept` as it is now. */
  async prepare(context: BrowserContext): Promise<void> {
    if (this.isKept) return
    // As in a browser that has no cache for pages: they work as before, and nothing is kept.
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'caches')
      Reflect.deleteProperty(Window.prototype, 'caches')
    })
  }
}
