import { latinDigits } from '@truestrike/protocol/latin-digits.ts'

/** What a key asks for; a number asks for that duration, counted from the shortest. */
export type KeyWish =
  | 'up'
  | 'down'
  | 'amount'
  | 'more'
  | 'less'
  | 'nextPeriod'
  | 'lastPeriod'
  | 'help'
  | number

type Typed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

const WISHES: Readonly<Record<string, KeyWish>> = {
  u: 'up',
  d: 'down',
  a: 'amount',
  p: 'nextPeriod',
  '+': 'more',
  '=': 'more',
  '-': 'less',
  '?': 'help',
}

/** Where other scripts have their letters, the key is known by the Latin one printed on it. */
const PLACES: Readonly<Record<string, string>> = { Minus: '-', Equal: '+' }

/** A letter or vowel sign of another script, or the semicolon that Arabic layouts type with Shift and P. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin}|\p{Script=Inherited})[\p{L}\p{M}؛]/u

/**
 * What was typed, in Latin: a key is what it types, wherever a layout has it (AZERTY, Dvorak), and by its place only when
 * it types a letter of another script (Arabic, Russian, Hindi). Where Latin layouts have letters and signs of their own
 * (ß, ¡, «), or a key that begins an accent or a word (Dead, Process), nothing is wished.
 */
function latinOf({ key, code, shiftKey }: Typed): string {
  const typed = latinDigits(key).toLowerCase()
  if (/^[!-~]$/.test(typed)) return typed
  if (typed === '؟') return '?'
  if (!OTHER_SCRIPT.test(typed)) return ''
  if (code === 'Slash' && shiftKey) return '?'
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PLACES[code] ?? ''
}

/** The wish behind a key, or null when the key belongs to somebody else. */
export function wishOf(event: Typed): KeyWish | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const typed = latinOf(event)
  if (/^[1-8]$/.test(typed)) return Number(typed)
  const wish = Object.hasOwn(WISHES, typed) ? (WISHES[typed] ?? null) : null
  return wish === 'nextPeriod' && event.shiftKey ? 'lastPeriod' : wish
}
