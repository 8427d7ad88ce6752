// Which controls of the pages no end-to-end test uses, from what the pages noted during a run (`e2e/control-log.ts`).
import { catalogue } from './tidy/catalogues.mjs'

/**
 * Controls that many pages share count as used once somebody used them anywhere:
 * - what stands in the header and the navigation around all pages (`isAround`);
 * - rows of a table, entries of a list that open, heads that sort it, and the tools of every list (columns, export, more rows, the drawer's own buttons);
 * - what a dialog or drawer says of itself (close, leave), the eye of a password, a button that copies, one that tries again.
 * - what orders, marks and narrows the list of markets, which stands on /stocks, on the trade screen and behind the sign-in;
 * - the preferences (`PREFERENCES`), once for the account's overview and its settings, where all of them stand;
 * - the tabs between signing in and registering, which stand on the pages of both.
 * Of tabs and of radio buttons that belong together one stands for all (`groupOf` in `e2e/note-controls.ts`).
 * Any other control counts on its own page, in a dialog on whichever page opens it.
 */
const SHARED_ROLES = ['row', 'entry', 'sort']
const SHARED_NAMES = [
  /^ui:/,
  /^admin:table\./,
  /^app:(retry|back)$/,
  /^notices:announcement\.close$/,
  /:close$/,
  /:copy\w*$/,
  /^markets:(columns|favourites)\./,
  /^auth:tabs\.label$/,
]
const PREFERENCES =
  /^(account:(confirmOrders|contrast|motion|palette)|app:language|devices:(keys\.title|install\.action))$/
/** The list of markets is a list of tabs of this name. */
const MARKETS = 'app:nav.markets'

/** Names that stand for what has no words of its own. */
export const FIGURE = '(figure)'
export const OTHER = '(other)'

/** One text has several keys, by the number in it; which ones there are differs from language to language. */
export const PLURAL = /_(zero|one|two|few|many|other)$/
const MARKED = /<(\w+)>([^<{]+)<\/\1>/g
export const PLACEHOLDER = /\{\{[^}]*\}\}/
export const plain = (text) =>
  text
    .replace(/<\/?\w+\/?>/g, '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
export const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** All keys of the catalogues, also those of words that a text marks: `auth:agreeTerms.terms`. */
export const everyKey = () =>
  [...catalogue('en-US')].flatMap(([key, text]) => [
    key,
    ...[...text.matchAll(MARKED)].map(([, tag]) => `${key}.${tag}`),
  ])

/** What finds the keys of a text of one language: those of the very words, else those of the template that fits best. */
function makeLookup(texts) {
  const exact = new Map()
  const templates = []
  for (const [form, raw] of texts) {
    const key = form.replace(PLURAL, '')
    const text = plain(raw)
    const find = (words, as) => exact.set(words, [...new Set(exact.get(words)).add(as)])
    // A link or a button inside a sentence: its words have no text of their own.
    for (const [, tag, words] of raw.matchAll(MARKED)) find(plain(words), `${key}.${tag}`)
    if (!PLACEHOLDER.test(text)) find(text, key)
    else {
      const words = text.split(PLACEHOLDER)
      const letters = (words.join('').match(/\p{L}/gu) ?? []).length
      if (letters >= 3)
        templates.push({ key, letters, pattern: new RegExp(`^${words.map(escaped).join('.+?')}$`, 'u') })
    }
  }
  templates.sort((a, b) => b.letters - a.letters)
  const fitting = (text) => {
    const best = templates.find(({ pattern }) => pattern.test(text))
    return best === undefined
      ? []
      : [
          ...new Set(
            templates
              .filter(({ letters, pattern }) => letters === best.letters && pattern.test(text))
              .map(({ key }) => key),
          ),
        ]
  }
  return (text) => exact.get(text) ?? fitting(text)
}

const lookups = new Map()
function lookup(language, text) {
  if (!lookups.has(language))
    lookups.set(language, { find: makeLookup(catalogue(language)), known: new Map() })
  const { find, known } = lookups.get(language)
  if (!known.has(text)) known.set(text, find(text))
  return known.get(text)
}

/**
 * The catalogue's keys of a name that a page gave in pieces of text: of the whole, else of the first piece that has any.
 * Words that traders' pages share with the back office have no keys of the back office there.
 */
export function keysOfName({ language, path }, pieces) {
  const texts = pieces.map(plain).filter((text) => text !== '')
  const isOwn = (key) => path.startsWith('/admin') || !key.startsWith('admin')
  for (const text of [texts.join(' '), texts.join(''), ...texts]) {
    const keys = lookup(language, text)
    if (keys.length > 0) return keys.some(isOwn) ? keys.filter(isOwn) : keys
  }
  return [texts.length > 0 && texts.every((text) => !/\p{L}/u.test(text)) ? FIGURE : OTHER]
}

/**
 * The page of an address: ids, symbols and tokens are left out, the back office's frames are its pages. A section of the account that
 * there is not (`/account?section=nothing`) shows the overview.
 */
export function pageOf(path) {
  return path
    .replace(/^\/admin-pages\/([\w-]+)(\/(index\.html)?)?/, '/admin/$1')
    .replace(/^\/trade(\/[^?]*)?/, '/trade')
    .replace(/^\/unsubscribe\/.*/, '/unsubscribe')
    .replace(/^\/account\?section=(?!(wallet|bills|profile|security|settings)$).*$/, '/account')
}

/** One control, whichever language it was seen in. */
function described(noted) {
  const { path, dialog, isAround, role, name } = noted
  // Rows are all alike, whatever their table is called, and so are entries and heads.
  const names = SHARED_ROLES.includes(role) ? [role] : keysOfName(noted, name)
  const dialogs = dialog.length === 0 ? [] : keysOfName(noted, dialog)
  const hasSharedName = names.some((key) => SHARED_NAMES.some((shared) => shared.test(key)))
  const isOfMarkets = role === 'tab' && names.includes(MARKETS)
  const isShared =
    isAround || isOfMarkets || SHARED_ROLES.includes(role) || (role !== 'form' && hasSharedName)
  // Dialogs that are called by data are told apart by their page.
  const isNamed = dialogs.length > 0 && dialogs[0] !== OTHER
  const isPreference =
    dialog.length === 0 && path.startsWith('/account') && names.some((key) => PREFERENCES.test(key))
  const page = isPreference ? '/account' : pageOf(path)
  const place = isShared ? '' : isNamed ? 'dialog' : `${page}${dialogs.length > 0 ? ' (drawer)' : ''}`
  return {
    page: isAround ? '(around)' : page,
    place,
    dialogs: isShared || !isNamed ? [] : dialogs,
    role,
    names,
    text: name.join(' '),
    isUsed: noted.isUsed,
  }
}

/** Of two lists of keys for the same words: they have one in common, or both are empty. */
const meets = (some, others) =>
  some.length === 0 ? others.length === 0 : some.some((each) => others.includes(each))
const isSame = (one, other) => meets(one.dialogs, other.dialogs) && meets(one.names, other.names)

/** The controls of a run, each once, with whether any test used it and an example of its words. */
export function controlsOf(noted) {
  const groups = new Map()
  for (const each of noted) {
    const control = described(each)
    const group = `${control.place} ${control.role}`
    const known = groups.get(group) ?? []
    groups.set(group, known)
    const same = known.find((one) => isSame(one, control))
    if (same === undefined) known.push(control)
    else if (control.isUsed) same.isUsed = true
  }
  return [...groups.values()].flat()
}

export const notUsed = (controls) => controls.filter(({ isUsed }) => !isUsed)

/** As it is written in the report: page, dialog, role, name and, where no catalogue has it, its words. */
export function nameOf({ page, dialogs, role, names, text }) {
  const words = names[0] === OTHER || names[0] === FIGURE ? ` “${text.slice(0, 60)}”` : ''
  return `${page}${dialogs.length > 0 ? ` › ${dialogs[0]}` : ''} › ${role} ${names[0]}${words}`
}

/** The files of a plan of which no test ran, as `project: file`. */
export function filesNotRun(plan, tests) {
  const ran = new Set(tests.map(([project, file]) => `${project}: ${file}`))
  return plan
    .flatMap(({ name, files }) => files.map((file) => `${name}: ${file}`))
    .filter((each) => !ran.has(each))
}
