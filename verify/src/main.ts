// `truestrike-verify`: verifies receipts. Reads two files and the home folder's name, nothing else.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { runVerifier } from './run-verifier.ts'

process.exitCode = runVerifier(process.argv.slice(2), {
  homeDir: homedir(),
  readFile: (path) => readFileSync(path),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
})
