const REACHABLE = 'a[href], button, input, select, textarea, summary'

/** Ref of a box that may scroll: one without controls takes the focus itself, so that keys can scroll it. */
export function keyScroll(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return
  const mark = (): void => {
    const needed = box.scrollHeight > box.clientHeight && box.querySelector(REACHABLE) === null
    if (needed) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(mark)
  sizes.observe(box)
  const contents = new MutationObserver(mark)
  contents.observe(box, { childList: true, subtree: true })
  return () => {
    sizes.disconnect()
    contents.disconnect()
  }
}
