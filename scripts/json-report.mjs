// The report that a run of test-matrix.mjs reads: Vitest's own JSON, and what failed outside of tests, which Vitest's leaves
// out or shows only where no test of the file failed: errors that nothing caught, and suites and hooks that failed.
import { relative } from 'node:path'
import { JsonReporter } from 'vitest/node'
import { root } from './setup.mjs'

const said = ({ name, message, stack }) => stack ?? `${name ?? 'Error'}: ${message}`

/** `{ file, reason }` of every suite of a file (the file itself is one) that failed other than by its tests. */
function suiteErrors(module) {
  const file = relative(root, module.moduleId)
  return [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ file, reason: said(error) })),
  )
}

/** Writes to the file that `TEST_REPORT` names. Nobody knows to which file an error belongs that nothing caught. */
export default class JsonReport extends JsonReporter {
  #outside = []

  constructor() {
    super({ outputFile: process.env.TEST_REPORT })
  }

  async onTestRunEnd(modules, unhandled) {
    this.#outside = [
      ...modules.flatMap(suiteErrors),
      ...unhandled.map((error) => ({ file: null, reason: said(error) })),
    ]
    await super.onTestRunEnd(modules)
  }

  async writeReport(report) {
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), outside: this.#outside }))
  }
}
