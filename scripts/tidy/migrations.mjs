import { projectFiles, read } from './sources.mjs'

/** Those before it are one release, which no older version runs beside. */
const FIRST_BESIDE = 49
/** At the beginning of a file that cannot do without: every process of the older version is stopped before it. */
const NEEDS_STOP = /^-- Stop all older processes first: \S/
const TAKES = [
  /\bdrop\s+(table|column|function|procedure|view|materialized view|type|domain|sequence|schema)\b/,
  /\brename\b/,
  /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/,
  /\bset\s+not\s+null\b/,
  /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/,
  /\btruncate\s+(table\s+)?\w+\s*(;|$)/,
]

/** What a script takes from a process that knows the schema before it, statement by statement; none where it says that all are stopped. */
export function takenBy(script) {
  if (NEEDS_STOP.test(script)) return []
  // What stands in bodies of functions and in comments changes nothing by itself.
  const statements = script
    .toLowerCase()
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/--.*$/gm, '')
    .replace(/'[^']*'/g, "''")
    .split(';')
  return statements.filter((each) => TAKES.some((takes) => takes.test(each))).map((each) => each.trim())
}

/** Migrations that an older version may have to live with. */
export function laterMigrations() {
  return projectFiles().flatMap((path) => {
    const number = /^server\/migrations\/(\d{4})-/.exec(path)?.[1]
    return number !== undefined && Number(number) >= FIRST_BESIDE ? [{ path, script: read(path) }] : []
  })
}
