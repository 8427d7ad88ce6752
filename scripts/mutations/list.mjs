/**
 * Deliberate faults that some test must notice. Each: `id`, `group`, what it `breaks`, its `file`, the text to `find` there,
 * once, and what to `replace` it by. `tests`: the files to run; else those that `vitest related` finds.
 * `e2e`: the end-to-end test to run when none of them has noticed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MONEY } from './money.mjs'
import { OUTCOME } from './outcome.mjs'
import { PAGES } from './pages.mjs'

export const MUTATIONS = [...MONEY, ...OUTCOME, ...PAGES]

/** How often a checkout has the text of a fault. */
export function timesFound(tree, { file, find }) {
  const path = join(tree, file)
  return existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0
}
