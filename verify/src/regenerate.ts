// `npm run regenerate`: makes a day of simulated prices anew from its seed and holds it against a site's public log.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { runRegenerate } from './run-regenerate.ts'

/** A day of the log is a large file. */
const TIMEOUT_MS = 600_000

process.exitCode = await runRegenerate(process.argv.slice(2), {
  get: (url) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  homeDir: homedir(),
  readFile: (path) => readFileSync(path),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
})
