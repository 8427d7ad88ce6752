// Which buttons of the sources (`scripts/buttons.mjs`) no end-to-end test presses, by what pages noted during a run.
import { escaped, keysOfName, PLACEHOLDER, PLURAL, pageOf, plain } from './controls.mjs'
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

const textsByLanguage = new Map()

/** The texts of each key, as they are shown. */
function textsOf(language) {
  const known = textsByLanguage.get(language)
  if (known !== undefined) return known
  const texts = new Map()
  textsByLanguage.set(language, texts)
  for (const [form, text] of catalogue(language)) {
    const key = form.replace(PLURAL, '')
    texts.set(key, [...(texts.get(key) ?? []), plain(text)])
  }
  return texts
}

/** What tells whether a key is the label of something that was pressed, in any language. */
function makeIsPressed(noted) {
  const languages = [...pressedWords(noted)].map(([language, words]) => ({ words, texts: textsOf(language) }))
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

const isAdmin = ({ path }) => path.startsWith('/admin')
const inDialog = (key) => (noted) => noted.dialog.length > 0 && keysOfName(noted, noted.dialog).includes(key)

/** Places that are no page of their own, as acts name them: by what surrounds a control. */
const PLACES = {
  '(header)': (noted) => noted.isAround && !isAdmin(noted),
  '(sidebar)': (noted) => noted.isAround && isAdmin(noted),
  '(dialog of notices)': inDialog('notices:title'),
  '(warning)': inDialog('admin-access:idle.title'),
}
const isIn = (page) => PLACES[page] ?? (({ path }) => pageOf(path) === page)

/** Controls whose words are in no catalogue, as acts name them: by their role. */
const ROLES = { '(the page itself)': 'form', '(name of the file)': 'download' }

/** Mistakes that are made, or that show, on another page than their act's; null: on none, as what is asked for is not there. */
const ELSEWHERE = {
  'admin.skip-two-factor: it is wanted later': '/admin/profile',
  'admin.sign-out: nobody signs out': '/admin/profile',
  'invitation.copy: a link with a letter missing': '/login/register',
  'language: the choice is forgotten by a reload': '/stocks',
  'preference.confirm: the next order is then pressed twice': '/trade',
  'proof.wallet: another wallet than one of theirs': '/account',
  'results.dismiss: the result is wanted again': '/contract-record',
  'verifier.download: a file that is not there': null,
  'wallet.disconnect: the wallet is gone already': '/login',
}

/** Whether the control that an act names is among those that were used. */
const isAmong = (used, control) =>
  control in ROLES
    ? used.some(({ role }) => role === ROLES[control])
    : makeIsPressed(used)(control) || used.some((noted) => keysOfName(noted, noted.name).includes(control))

/** Of the tests of a run that a name of the acts means: what they used and where they were, `{ used, places }`; null: none ran. */
function makeFind(logs) {
  const tests = logs.flatMap((log) =>
    log.tests.map(([, file, title], at) => ({
      ...{ file, title, places: log.places[at] },
      used: log.controls.filter(({ isUsed, test }) => isUsed && test === at),
    })),
  )
  return (name) => {
    const [file, part] = [name.slice(0, name.indexOf(': ')), name.slice(name.indexOf(': ') + 2)]
    const own = tests.filter((test) => test.file === `${file}.spec.ts` && test.title.includes(part))
    if (own.length === 0) return null
    return { used: own.flatMap(({ used }) => used), places: own.flatMap(({ places }) => places) }
  }
}

/**
 * What is wrong with acts (`e2e/acts.ts`), by what a whole run noted: their test did not use their own control in its place, by
 * a press or by Enter in its form; or the test of a mistake did not run, or never came to that place.
 */
export function actsNotDone(acts, logs) {
  const find = makeFind(logs)
  return acts.flatMap(({ id, control, page, done, mistakes }) => {
    const used = find(done)?.used.filter(isIn(page)) ?? []
    const away = mistakes.flatMap(({ what, test }) => {
      const [found, name] = [find(test), `${id}: ${what}`]
      const place = name in ELSEWHERE ? ELSEWHERE[name] : page
      if (found === null) return [`${name}: “${test}” did not run`]
      return place === null || found.places.some(isIn(place))
        ? []
        : [`${name}: “${test}” never comes to ${place}`]
    })
    return [
      ...(isAmong(used, control) ? [] : [`${id}: “${done}” does not use ${control} on ${page}`]),
      ...away,
    ]
  })
}

/** Mistakes of `ELSEWHERE` that no act has any more. */
export const staleMistakes = (acts) => {
  const names = new Set(acts.flatMap(({ id, mistakes }) => mistakes.map(({ what }) => `${id}: ${what}`)))
  return Object.keys(ELSEWHERE).filter((name) => !names.has(name))
}

/** Exceptions that name what is not there any more. */
export const staleExceptions = (buttons) => [
  ...Object.keys(UNPRESSED).filter((key) => !buttons.some(({ keys }) => keys.includes(key))),
  ...Object.keys(WORDLESS).filter(
    (file) => !buttons.some(({ place, keys }) => keys.length === 0 && place.startsWith(`${file}:`)),
  ),
]
