// Which buttons of the sources (`scripts/buttons.mjs`) no end-to-end test presses, by what pages noted during a run.
import { escaped, PLACEHOLDER, PLURAL, plain } from './controls.mjs'
import { catalogue } from './tidy/catalogues.mjs'

/** Of several that do the same to different things one press stands for all. */
const ONE_FOR_ALL = [/^trade:chart\.periods\./, /^markets:columns\./]

/** Keys of labels that no test can press, or no page notes, each with the reason. */
const UNPRESSED = {
  'auth:code.wait': 'the button says so while it is disabled',
  'funds:lock.button': 'the button says so while it is disabled',
}

/** Files with a button whose words are not in the sources, and what they are. */
const WORDLESS = {
  'web/src/admin/table/DataTable.tsx': 'heads of the columns of any list',
  'web/src/admin/teams/TeamDrawer.tsx': 'names of users',
  'web/src/admin/tick-log/TickLogPage.tsx': 'a day',
  'web/src/app/NamedDialogs.tsx': 'names of languages, in their own words',
  'web/src/features/auth/RegisterForm.tsx': 'the terms, as the sentence marks them (auth:agreeTerms)',
  'web/src/features/auth/WalletTerms.tsx': 'the terms, as the sentence marks them (auth:ways.terms)',
  'web/src/features/notices/AlertForm.tsx': 'percentages',
  'web/src/features/trade/AmountField.tsx': 'amounts',
  'web/src/ui/VerifierFiles.tsx': 'names of files',
}

/** Several pieces of a name stand in one text, as in `Remove alert: BTC/USDT, rises to 65,000.00`. */
const PARTS = /[:,،]\s/

/** The words of what was pressed, by language: names as a whole and in pieces. */
function pressedWords(noted) {
  const words = new Map()
  for (const { isUsed, language, name } of noted) {
    if (!isUsed) continue
    const pieces = name.map(plain)
    const known = words.get(language) ?? new Set()
    words.set(language, known)
    for (const text of [pieces.join(' '), ...pieces, ...pieces.flatMap((piece) => piece.split(PARTS))])
      known.add(text)
  }
  return words
}

/** What tells whether a key is the label of something that was pressed, in any language. */
function makeIsPressed(noted) {
  const languages = [...pressedWords(noted)].map(([language, words]) => {
    const texts = new Map()
    for (const [form, text] of catalogue(language)) {
      const key = form.replace(PLURAL, '')
      texts.set(key, [...(texts.get(key) ?? []), plain(text)])
    }
    return { words, texts }
  })
  const fits = (text, words) => {
    if (!PLACEHOLDER.test(text)) return words.has(text)
    const pattern = new RegExp(`^${text.split(PLACEHOLDER).map(escaped).join('.*')}$`, 'u')
    return [...words].some((each) => pattern.test(each))
  }
  return (key) =>
    key.startsWith('“')
      ? languages.some(({ words }) => words.has(key.slice(1, -1)))
      : languages.some(({ words, texts }) => (texts.get(key) ?? []).some((text) => fits(text, words)))
}

/** `{ unpressed, wordless }`: keys of labels that nobody pressed and buttons without words, each with its place. */
export function neverPressed(buttons, noted) {
  const isPressed = makeIsPressed(noted)
  const places = new Map()
  for (const { place, keys } of buttons)
    for (const key of keys) places.set(key, [...(places.get(key) ?? []), place])
  const keys = [...places.keys()]
  const stands = (key) => {
    const group = ONE_FOR_ALL.find((each) => each.test(key))
    return group !== undefined && keys.some((other) => group.test(other) && isPressed(other))
  }
  return {
    unpressed: keys
      .filter((key) => !(key in UNPRESSED) && !isPressed(key) && !stands(key))
      .map((key) => `${key} (${places.get(key).join(', ')})`)
      .sort(),
    wordless: buttons
      .filter((each) => each.keys.length === 0 && !(each.place.replace(/:\d+$/, '') in WORDLESS))
      .map(({ place }) => place),
  }
}

/** The beginning of the addresses at which an act is done: pages of the back office are noted in their frames. */
const addressOf = (page) => page.replace(/^\/admin\//, '/admin-pages/')

/**
 * Acts (`e2e/acts.ts`) whose test pressed nothing of theirs, each with that test: neither the words of their control nor anything
 * on their page. A page in brackets stands on many others.
 */
export function actsNotDone(acts, logs) {
  const isDone = ({ control, done, page }) => {
    const [file, part] = [done.slice(0, done.indexOf(': ')), done.slice(done.indexOf(': ') + 2)]
    const isOwn = ([, path, title]) => path === `${file}.spec.ts` && title.includes(part)
    const used = logs.flatMap(({ tests, controls }) =>
      controls.filter(({ isUsed, test }) => isUsed && isOwn(tests[test])),
    )
    const isThere = ({ path }) => page.startsWith('(') || path.startsWith(addressOf(page))
    return used.some(isThere) || makeIsPressed(used)(control)
  }
  return acts.filter((act) => !isDone(act)).map(({ id, done }) => `${id} (${done})`)
}

/** Exceptions that name what is not there any more. */
export const staleExceptions = (buttons) => [
  ...Object.keys(UNPRESSED).filter((key) => !buttons.some(({ keys }) => keys.includes(key))),
  ...Object.keys(WORDLESS).filter(
    (file) => !buttons.some(({ place, keys }) => keys.length === 0 && place.startsWith(`${file}:`)),
  ),
]
