import { isTest, projectFiles, read } from './sources.mjs'

export const DOCUMENT = 'docs/mended-faults.md'

/** The ids that the document lists, in its order. */
export const listedIn = (document) =>
  [...document.matchAll(/^\| ([A-Z]-\d+) \| \S.* \|$/gm)].map(([, id]) => id)

/** The titles of the tests of a source text, of those that are written as plain text. */
export const titlesIn = (source) =>
  [...source.matchAll(/^ *test\('((?:[^'\\\n]|\\.)*)'/gm)].map(([, title]) => title)

/** The ids of mended faults at the beginning of a title: `[S-3] …`, `[D17] [S-3] …`, `[F2 S-3] …`. */
export function idsOf(title) {
  const [brackets] = /^(?:\[[^\]]*\] ?)*/.exec(title)
  return brackets.match(/\b[A-Z]-\d+\b/g) ?? []
}

/** What is wrong with the list and the titles: an id without a test, an id that is listed twice, or one that is not listed. */
export function mendedFaultFaults(ids, titles) {
  const tested = new Set(titles.flatMap(idsOf))
  return [
    ...ids.filter((id) => !tested.has(id)).map((id) => `${id} has no test`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is listed twice`),
    ...[...tested].filter((id) => !ids.includes(id)).map((id) => `${id} is not listed in ${DOCUMENT}`),
  ]
}

/** The titles of all tests that begin with one. */
export const allTitles = () =>
  projectFiles()
    .filter((path) => isTest(path) && /\.(test|spec)\.[a-z]+$/.test(path))
    .flatMap((path) => titlesIn(read(path)))
