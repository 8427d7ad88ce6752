import type { KeyWish } from './key-wish.ts'

/** What has the keyboard for itself while it is open. */
const OPEN = '[role="dialog"]:not(.toast), [role="alertdialog"]:not(.toast), [role="menu"], [role="listbox"]'
const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'
/** Presses by themselves on Enter. */
const PRESSED_BY_ENTER = 'button, a, summary'
const AMOUNT = '#order-amount'

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
const textOf = (element: Element | null): string | null => element?.textContent?.trim() || null
const NOTHING = (): null => null

/** Whether keys belong to a field or to what is open over the page. */
export function isTaken(target: EventTarget | null): boolean {
  return (target instanceof Element && target.closest(FIELD) !== null) || find(OPEN) !== null
}

/** Leaves the amount's field; false when the key was not pressed there. */
export function leaveAmount(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(AMOUNT)) return false
  target.blur()
  return true
}

/** Presses Buy of the open confirm step; false when none is open, or the focus is on what Enter presses anyway. */
export function confirmAsked(target: EventTarget | null): boolean {
  const buy = find('.td-confirm')?.closest('[role="dialog"]')?.querySelector<HTMLElement>('.td-buy')
  if (!buy || (target instanceof Element && target.closest(PRESSED_BY_ENTER) !== null)) return false
  buy.click()
  return true
}

/**
 * Presses the control of a wish, with all its checks, its confirm step and its lock. Answers what is to be said once the
 * page shows the outcome; null: nothing, or what the page says itself.
 */
export function press(wish: KeyWish): () => string | null {
  if (typeof wish === 'number') return chooseDuration(wish)
  switch (wish) {
    case 'up':
    case 'down':
      return buy(wish)
    case 'amount':
      find(AMOUNT)?.focus()
      return NOTHING
    case 'more':
    case 'less':
      find(`.td-amount .stepper > button:${wish === 'more' ? 'last' : 'first'}-child`)?.click()
      return amountInWords
    case 'nextPeriod':
      return stepPeriod(1)
    case 'lastPeriod':
      return stepPeriod(-1)
    default:
      return NOTHING
  }
}

function buy(direction: 'up' | 'down'): () => string | null {
  // The confirm step could not be seen over a chart that fills the screen.
  if (document.fullscreenElement !== null) return NOTHING
  const button = document.querySelector<HTMLButtonElement>(`.td-order .btn-${direction}`)
  if (button === null) return NOTHING
  if (button.disabled)
    return () => textOf(find(`#${CSS.escape(button.getAttribute('aria-describedby') ?? '')}`))
  button.click()
  return NOTHING
}

function amountInWords(): string {
  const field = document.querySelector<HTMLInputElement>(AMOUNT)
  return [textOf(field?.labels?.[0] ?? null), field?.value, textOf(field?.nextElementSibling ?? null)].join(
    ' ',
  )
}

function chooseDuration(number: number): () => string | null {
  const radio = document.querySelectorAll<HTMLInputElement>('.td-durations input')[number - 1]
  radio?.click()
  return () => radio?.ariaLabel ?? null
}

function stepPeriod(step: -1 | 1): () => string | null {
  const chips = [...document.querySelectorAll<HTMLElement>('.td-periods fieldset button')]
  const chip = chips[chips.findIndex((each) => each.ariaPressed === 'true') + step]
  chip?.click()
  // A change that comes too soon is refused, and a toast says so.
  return () => (chip?.ariaPressed === 'true' ? chip.ariaLabel : null)
}
