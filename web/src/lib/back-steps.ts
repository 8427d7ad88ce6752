type Guard = ((event: PopStateEvent) => void) | null

/** Who is asked about a step back before the router hears of it; small, as it comes with the first page. */
export const backSteps: { guard: Guard } = { guard: null }
const meet = (event: PopStateEvent): void => backSteps.guard?.(event)

/**
 * To be called before there is a router: of several listeners of a window the first one that came is asked first, whether
 * it captures or not. Called again it changes nothing.
 */
export function followBack(): void {
  window.addEventListener('popstate', meet)
  // The sheet of this step has not survived that the page was loaded anew.
  if (history.state?.sheet) history.back()
}
