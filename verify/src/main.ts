// `truestrike-verify`: verifies receipts and archives. Reads the files it is given and the home folder's name, nothing else.
import { createReadStream, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { namesArchives, runArchives } from './run-archives.ts'
import { runVerifier } from './run-verifier.ts'

const args = process.argv.slice(2)
const around = {
  homeDir: homedir(),
  readFile: (path: string) => readFileSync(path),
  open: (path: string) => createReadStream(path),
  print: (text: string) => process.stdout.write(text),
  printError: (text: string) => process.stderr.write(text),
}

process.exitCode = namesArchives(args) ? await runArchives(args, around) : runVerifier(args, around)
