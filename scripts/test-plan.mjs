// Which database each test file of the server runs on, so that a run proves once what need not be proved twice.
// `TEST_PLAN=share`: every file on one of the two databases by the rule below, as for every change. `TEST_PLAN=brief`: of
// these, on the embedded database, those that start no server as a process of its own. `TEST_PLAN=all`: every file on both.
// Without it nothing is left out.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './setup.mjs'

const EMBEDDED_SHARE = 4
/**
 * Tests of what moves money must hold on both databases: those that audit the ledger, hold balances against what they should
 * be, or post transfers of their own, and by their names those that look at orders of money alone, …
 */
const CHECKS_BOOKS =
  /\b(?:audit(?:Faults|Ledger)|balances)\(|\b(?:user|system)_balances\b|\bledger_(?:post|hold|settle)/
const MOVES_MONEY =
  'money|ledger|funds|deposits?|withdrawals?|transfers?|payout|four-eyes|demo-reset|settlement|trading-life|voids?'
/**
 * … and so must those of kills, backups, upkeep and migrations, of the two ways to a database, and of large lists, whose
 * thread comes to each of them in its own way, whatever else a run proves.
 */
const ON_BOTH = new RegExp(
  `\\b(${MOVES_MONEY}|races?|kill|crash|backup|restore|upkeep|migrate|db|exports)\\b[^/]*$`,
)
/** A file that asks which database or bus it has got: with services it does more, … */
const ASKS = /\b(testDatabaseUrl|natsUrl|TEST_DATABASE_URL|TEST_NATS_URL)\b/
/** … unless it has tests for the embedded database alone, … */
const FOR_EMBEDDED = /\bskipIf\(testDatabaseUrl !== undefined\)/
/** … and one that shares out its cases does others on each. */
const SHARES_OUT = /\bimport [^;\n]*\bshareOf\b/
/**
 * With services, and the machine to themselves: several processes under faults, held to moments of real time (beside other
 * tests a machine of two cores enters orders into the log later than the short rules of these scenarios allow), and times of
 * restarts that are held against each other.
 */
export const ALONE = ['server/test/cluster-faults.flow.test.ts', 'server/test/restart-time.flow.test.ts']
const NAMED_SERVICE = /process\.env\.TEST_(DATABASE|NATS)_URL/
const IMPORTED = /\bfrom '(\.[^']+)'/g

/** Starts the built server, and kills it, fills its disk or floods it. */
const SERVER_PROCESS = join(root, 'server/test/server-process.ts')

const read = new Map()

/** What a file says: whether it reads the name of a service itself, and what it imports. Nothing where it is not there. */
function sourceOf(file) {
  if (!read.has(file)) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : null
    const imports = text === null ? [] : [...text.matchAll(IMPORTED)].map(([, path]) => path)
    read.set(file, {
      isNaming: text !== null && NAMED_SERVICE.test(text),
      isAsking: text !== null && ASKS.test(text),
      isForEmbedded: text !== null && FOR_EMBEDDED.test(text),
      isSharingOut: text !== null && SHARES_OUT.test(text),
      isOfBooks: text !== null && CHECKS_BOOKS.test(text),
      imports: imports.map((path) => resolve(dirname(file), path)),
    })
  }
  return read.get(file)
}

/** Whether a file is such a one, or one of those it imports is. */
function reaches(file, isSuch, seen = new Set()) {
  if (seen.has(file)) return false
  seen.add(file)
  return isSuch(file) || sourceOf(file).imports.some((path) => reaches(path, isSuch, seen))
}
const meetsService = (file) => reaches(file, (each) => sourceOf(each).isNaming)
const startsServers = (file) => reaches(file, (each) => each === SERVER_PROCESS)

/**
 * The databases a test file (a path relative to the root) runs on. One that meets neither a database nor a bus runs with
 * the embedded ones; one that asks what it has got, where it does most. Of the others about one in `EMBEDDED_SHARE` is
 * given to the embedded database, by the first digit of its path's SHA-256, the rest to PostgreSQL, which carries them out
 * in half of the computing.
 */
function databasesOf(file, plan) {
  const path = join(root, file)
  if (!meetsService(path)) return ['embedded']
  const { isAsking, isForEmbedded, isOfBooks, isSharingOut } = sourceOf(path)
  const isOnBoth = ON_BOTH.test(file) || isOfBooks || isSharingOut
  if (plan === 'all' || isOnBoth) return ['embedded', 'postgres']
  if (isAsking) return [isForEmbedded ? 'embedded' : 'postgres']
  const digit = Number.parseInt(createHash('sha256').update(file).digest('hex')[0], 16)
  return [digit % EMBEDDED_SHARE === 0 ? 'embedded' : 'postgres']
}

/**
 * The server's test files that a run leaves out: `plan` as above, `database` is `embedded` or `postgres`. Those that run
 * alone have a run of their own.
 */
export function filesLeftOut(plan, database) {
  return ['server/src', 'server/test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => relative(root, join(root, file)))
    .filter(
      (file) =>
        ALONE.includes(file) ||
        !databasesOf(file, plan).includes(database) ||
        (plan === 'brief' && startsServers(join(root, file))),
    )
}
