/**
 * Deliberate faults that some test must notice. Each: `id`, `group`, what it `breaks`, its `file`, the text to `find` there,
 * once, and what to `replace` it by. `tests`: the files to run; else those that `vitest related` finds.
 * `e2e`: the journey to run when none of them has noticed. `before`: file and texts of an older state of the code.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MONEY } from './money.mjs'
import { OUTCOME } from './outcome.mjs'
import { PAGES } from './pages.mjs'

export const MUTATIONS = [...MONEY, ...OUTCOME, ...PAGES]

const timesIn = (tree, { file, find }) =>
  existsSync(join(tree, file)) ? readFileSync(join(tree, file), 'utf8').split(find).length - 1 : 0

/** The change as it fits a checkout; null when its text is not there exactly once. */
export function changeFor(tree, { file, find, replace, before }) {
  const now = { file, find, replace }
  if (timesIn(tree, now) === 1) return now
  return before !== undefined && timesIn(tree, before) === 1 ? before : null
}
