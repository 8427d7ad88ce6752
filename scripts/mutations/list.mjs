/**
 * Deliberate faults that some test must notice. Each: `id`, `group`, what it `breaks`, its `file`, the text to `find` there,
 * once, and what to `replace` it by. Where a folder of migrations stands for the file, it is the last one that has the text:
 * what it defines replaces what those before it did. `tests`: the test files to run; else those that `vitest related` finds.
 * `e2e`: the end-to-end test to run when none of them has noticed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MONEY } from './money.mjs'
import { OUTCOME } from './outcome.mjs'
import { PAGES } from './pages.mjs'

export const MUTATIONS = [...MONEY, ...OUTCOME, ...PAGES]

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** The path of the file in which a checkout has the text of a fault. */
export function fileOf(tree, { file, find }) {
  const path = join(tree, file)
  if (!existsSync(path) || !statSync(path).isDirectory()) return path
  const holders = readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((each) => textOf(each).includes(find))
  return holders.at(-1) ?? path
}

/** How often a checkout has the text of a fault in its file. */
export function timesFound(tree, fault) {
  const path = fileOf(tree, fault)
  return existsSync(path) && statSync(path).isFile() ? textOf(path).split(fault.find).length - 1 : 0
}
