/** A control as a page showed it or a person used it: names are in the page's words, one entry for each piece of text. */
export interface NotedControl {
  isUsed: boolean
  language: string
  /** With the section of the account or of the settings, where the address names one. */
  path: string
  /** Name of the dialog or drawer that the control is in; empty: none. */
  dialog: string[]
  /** In the header or the navigation around all pages. */
  isAround: boolean
  role: string
  name: string[]
}

export const NOTE_BINDING = 'noteControlsOfPage'
/** What a document shows at this moment, called when it is about to be closed. */
export const NOTE_SHOWN = 'noteControlsShown'

/** For `addInitScript`: both functions run inside every document and use nothing from outside themselves. */
export const noteScript = (): string =>
  `(${noteControls})(${JSON.stringify([NOTE_BINDING, NOTE_SHOWN])}, (${describeControls})())`

interface Describing {
  dialogs: string
  nameOf(element: Element): string[]
  dialogOf(element: Element): string[]
  roleOf(element: Element): string
}

function describeControls(): Describing {
  const dialogs = '[role=dialog], [role=alertdialog], dialog, aside'
  const textPieces = (element: Element): string[] => {
    const walker = document.createTreeWalker(
      element,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => {
        if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT
        if (node.matches('select, textarea, script, style, [aria-hidden=true]'))
          return NodeFilter.FILTER_REJECT
        return node.hasAttribute('aria-label') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
      },
    )
    const pieces: string[] = []
    while (walker.nextNode() !== null) {
      const { currentNode: node } = walker
      const text = node instanceof Element ? node.getAttribute('aria-label') : node.textContent
      const piece = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 160)
      if (piece !== '' && pieces.length < 8) pieces.push(piece)
    }
    return pieces
  }
  // One of several that exclude each other stands for all of them.
  const groupOf = (element: Element): Element | null =>
    element.matches('[role=tab], [role=radio], [type=radio]')
      ? element.closest('[role=tablist][aria-label], [role=radiogroup]:is([aria-label], [aria-labelledby])')
      : null
  const nameOf = (element: Element): string[] => {
    const group = groupOf(element)
    if (group !== null) return nameOf(group)
    const label = element.getAttribute('aria-label')
    if (label !== null) return [label]
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const own = (element as Partial<HTMLInputElement>).labels ?? []
    const labels = [...ids.map((id) => document.getElementById(id)), ...own].filter((each) => each !== null)
    if (labels.length > 0) return labels.flatMap(textPieces)
    if (element.matches('form')) {
      const submit = element.querySelector('button[type=submit], button:not([type])')
      return submit === null ? [] : textPieces(submit)
    }
    // A row is whatever it tells; what it belongs to is its table.
    if (element.matches('tr')) return [element.closest('table')?.getAttribute('aria-label') ?? '']
    const pieces = textPieces(element)
    return pieces.length > 0 ? pieces : [element.getAttribute('title') ?? '']
  }
  const dialogOf = (element: Element): string[] => {
    const dialog = element.closest(dialogs)
    if (dialog === null) return []
    if (dialog.hasAttribute('aria-label') || dialog.hasAttribute('aria-labelledby')) return nameOf(dialog)
    const heading = dialog.querySelector('h1, h2, h3')
    return heading === null ? ['?'] : textPieces(heading)
  }
  const roleOf = (element: Element): string => {
    const role = element.getAttribute('role')
    if (role !== null) return role
    if (element instanceof HTMLInputElement) return element.type
    if (element.closest('th') !== null) return 'sort'
    if (element.matches('li > details > summary')) return 'entry'
    return { a: 'download', tr: 'row', summary: 'button' }[element.localName] ?? element.localName
  }
  return { dialogs, nameOf, dialogOf, roleOf }
}

/**
 * Before a press, Enter or Esc takes effect, and when the document is left, notes every control that could have been
 * used, and which one was: each once.
 */
function noteControls(
  [binding, shown]: readonly [string, string],
  { dialogs, ...describe }: Describing,
): void {
  if (!location.protocol.startsWith('http')) return
  const pressed =
    'button, summary, select, a[download], tr[tabindex], input:is([type=file], [type=checkbox], [type=radio], [type=range]), ' +
    '[role=button], [role=switch], [role=tab], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=radio]'
  const noted = new Set<string>()
  /** What each element was when it was noted: most are the same at the next look. */
  const known = new WeakMap<Element, string>()
  let waiting: string[] = []

  const canBeUsed = (element: Element): boolean =>
    !element.matches(':disabled, [aria-disabled=true]') &&
    element.closest('[aria-hidden=true], [inert]') === null &&
    // A form without a button to send it by is only looked at.
    (!element.matches('form') ||
      element.querySelector('button:is([type=submit], :not([type])):enabled') !== null) &&
    (element.matches('input') ? (element.parentElement ?? element) : element).checkVisibility({
      visibilityProperty: true,
    })
  const path = (): string => {
    const section = new URLSearchParams(location.search).get('section')
    return section === null ? location.pathname : `${location.pathname}?section=${section}`
  }
  const note = (element: Element, isUsed: boolean): void => {
    const around = element.closest('header, nav, footer')
    const control: NotedControl = {
      isUsed,
      language: document.documentElement.lang,
      path: path(),
      dialog: describe.dialogOf(element),
      isAround: around !== null && around.closest(`main, ${dialogs}`) === null,
      role: describe.roleOf(element),
      name: describe.nameOf(element),
    }
    const text = JSON.stringify(control)
    if (noted.has(text)) return
    noted.add(text)
    waiting.push(text)
  }
  const noteShown = (): void => {
    const address = location.href
    for (const element of document.querySelectorAll(`form, ${pressed}`)) {
      const state = `${address} ${element.getAttribute('aria-label')} ${element.textContent}`
      if (known.get(element) === state || !canBeUsed(element)) continue
      known.set(element, state)
      note(element, false)
    }
  }
  const tell = (): void => {
    if (waiting.length === 0) return
    const told = `[${waiting.join(',')}]`
    waiting = []
    const calls = globalThis as unknown as Record<string, ((text: string) => Promise<void>) | undefined>
    // The page may be gone before the answer comes.
    calls[binding]?.(told).catch(() => undefined)
  }
  const look = (): void => {
    noteShown()
    tell()
  }
  const use = ({ target, type }: Event): void => {
    noteShown()
    const element = target instanceof Element ? target : null
    const control = type === 'click' ? element?.closest(pressed) : element
    if (control?.matches(`form, ${pressed}`)) note(control, true)
    tell()
  }
  for (const type of ['click', 'submit', 'change']) addEventListener(type, use, { capture: true })
  // What acts when a press begins is gone before its click.
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const control = target instanceof Element ? target.closest(pressed) : null
      if (control !== null && canBeUsed(control)) note(control, true)
    },
    { capture: true },
  )
  const endsSomething = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === 'Escape'
  addEventListener('keydown', (event) => (endsSomething(event) ? look() : undefined), { capture: true })
  addEventListener('pagehide', look)
  Object.defineProperty(globalThis, shown, { value: look })
}
