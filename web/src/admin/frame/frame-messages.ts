/** What a framed page tells the shell around it. */
export type PageMessage =
  /** It is there and takes messages. */
  | { kind: 'ready' }
  /** Its address has changed; `search` as in an address, with its question mark, or empty. */
  | { kind: 'moved'; search: string; isStep: boolean }
  /** Another page of the back office, please. */
  | { kind: 'open'; page: string; search: string }
  /** What is not saved in it, by the parts of its address it lies open by; null: nothing is. */
  | { kind: 'unsaved'; heldBy: string[] | null }
  /** Something was decided: the counts of what waits are to be asked for anew. */
  | { kind: 'decided' }
  /** A call was refused for want of a permission: the rights of the administrator may have changed. */
  | { kind: 'denied' }
  /** Whether it shows what cannot be shown again: Back is to ask it first. */
  | { kind: 'guards'; isOn: boolean }
  /** The administrator's session is over. */
  | { kind: 'ended' }

/** What the shell tells the page in its frame. */
export type ShellMessage =
  /** Show this state of yours: back and forward were pressed. */
  | { kind: 'show'; search: string }
  | { kind: 'language'; locale: string }
  /** Back was pressed while it guards what it shows. */
  | { kind: 'back' }
  /** The counts of what waits, in the header, have changed: those of the page are to be asked for anew. */
  | { kind: 'counted' }

const PAGE = /^[a-z]+(-[a-z]+)*$/
const SEARCH = /^(\?[^#]{0,2000})?$/

const NAME = /^[a-z][A-Za-z]{0,30}$/
/** Names in one message. */
const NAMES_MAX = 50

const isObject = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
const isSearch = (value: unknown): value is string => typeof value === 'string' && SEARCH.test(value)

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= NAMES_MAX &&
  value.every((name) => typeof name === 'string' && NAME.test(name))

/** Null: nothing a page of ours would send. */
export function readPageMessage(data: unknown): PageMessage | null {
  if (!isObject(data)) return null
  const { kind, search, page, isStep, isOn, heldBy } = data
  if (kind === 'ready' || kind === 'decided' || kind === 'denied' || kind === 'ended') return { kind }
  if (kind === 'moved' && isSearch(search) && typeof isStep === 'boolean') return { kind, search, isStep }
  if (kind === 'guards' && typeof isOn === 'boolean') return { kind, isOn }
  if (kind === 'unsaved' && (heldBy === null || isNames(heldBy))) return { kind, heldBy }
  if (kind === 'open' && isSearch(search) && typeof page === 'string' && PAGE.test(page))
    return { kind, page, search }
  return null
}

/** Null: nothing our shell would send. */
export function readShellMessage(data: unknown): ShellMessage | null {
  if (!isObject(data)) return null
  const { kind, search, locale } = data
  if (kind === 'show' && isSearch(search)) return { kind, search }
  if (kind === 'counted' || kind === 'back') return { kind }
  if (kind === 'language' && typeof locale === 'string' && /^[a-z]{2}-[A-Z]{2}$/.test(locale))
    return { kind, locale }
  return null
}
