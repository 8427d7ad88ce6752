// `node scripts/service-tests.mjs` prints the server's test files that meet the database or the bus a run names: for
// all others, a run with other services would be the same run again.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const NAMED_SERVICE = /process\.env\.TEST_(DATABASE|NATS)_URL/
const IMPORTED = /\bfrom '(\.[^']+)'/g

/** Whether a file reads the name of a service, itself or by what it imports. */
function meetsService(file, seen) {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  if (NAMED_SERVICE.test(source)) return true
  return [...source.matchAll(IMPORTED)].some(([, path]) => meetsService(resolve(dirname(file), path), seen))
}

for (const folder of ['server/src', 'server/test'])
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    const file = join(folder, name)
    if (name.endsWith('.test.ts') && meetsService(file, new Set())) console.log(file)
  }
