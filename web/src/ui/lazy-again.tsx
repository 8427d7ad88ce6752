import { type ComponentType, lazy } from 'react'

/** Code that could not be had: another try may get it. */
export class LoadError extends Error {}

const failed = new Set<() => void>()
/** Style sheets on their second way. */
let styles: Promise<unknown> = Promise.resolve()

/** A component whose code comes when it is first shown. A failure is kept, as by `lazy`, until `forgetFailedLoads`. */
export function lazyAgain<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async () => {
      try {
        await styles
        return { default: (await load()) as ComponentType<object> }
      } catch (cause) {
        failed.add(() => {
          Loaded = attempt()
        })
        throw new LoadError(cause instanceof Error ? cause.message : 'Unable to load', { cause })
      }
    })
  let Loaded = attempt()
  return function LazyAgain(props: P) {
    return <Loaded {...props} />
  }
}

const RETRY_MS = 5_000
/** Told to the window when a part has come that failed before: the other side of Vite’s `vite:preloadError`. */
const LOADED_LATE = 'loadedlate'

/**
 * A part that the page around it can stand without: while its code cannot be had its place stays empty, and it is asked
 * for anew every few seconds.
 */
export function lazyLater<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => {
    for (let late = false; ; late = true) {
      try {
        await styles
        const part = await load()
        if (late) globalThis.dispatchEvent(new Event(LOADED_LATE))
        return { default: part as ComponentType<object> }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        renewStyles()
      }
    }
  })
  return Loaded as ComponentType<P>
}

/** A sheet of our own can be read, unless it never came. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules === undefined
  } catch {
    return true
  }
}

function loadedAnew(link: HTMLLinkElement): Promise<unknown> {
  const fresh = link.cloneNode()
  return new Promise((resolve, reject) => {
    fresh.addEventListener('load', resolve)
    fresh.addEventListener('error', () => reject(new Error('Unable to load CSS again')))
    link.replaceWith(fresh)
  })
}

/** From here on components whose code could not be had ask for it anew. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget()
  failed.clear()
  renewStyles()
}

function renewStyles(): void {
  // The code does not ask for its style sheets twice: they stand in the page, though empty.
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  styles = Promise.all([...links].filter(isMissing).map(loadedAnew))
  styles.catch(() => undefined)
}
