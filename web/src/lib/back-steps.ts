type Guard = ((event: PopStateEvent) => void) | null

/** Who is asked about a step back before the router hears of it; small, as it comes with the first page. */
export const backSteps: { guard: Guard } = { guard: null }
const meet = (event: PopStateEvent): void => backSteps.guard?.(event)

/**
 * To be called before there is a router: of several listeners of a window the first one that came is asked first, whether
 * it captures or not; called again it adds none. The step of a sheet (`back-closes.ts`) that was open when the page was
 * loaded anew is taken back, as the sheet is gone.
 */
export function followBack(): void {
  window.addEventListener('popstate', meet)
  if (history.state?.sheet) history.back()
}
