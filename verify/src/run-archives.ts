import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { ensure } from '@truestrike/core/assert.ts'
import type { ArchiveHead } from '@truestrike/core/proof/archive-json.ts'
import type { ProofCode } from '@truestrike/core/proof/proof-code.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { parseStrictJson } from '@truestrike/core/proof/strict-json.ts'
import { ArchiveCheck, type ArchiveFault } from '@truestrike/core/proof/verify-archive.ts'
import { EXIT, PINNED_KEYS, readJson, type Surroundings, Unreadable } from './run-verifier.ts'
import { ARCHIVE_WORDS, CANNOT_READ, CHECK_WORDS, CODE_WORDS, LIMITS, NOT_KEYS, USAGE } from './words.ts'

/** Longest line that is read: a block holds 10 000 entries at most. */
const LINE_CHARACTERS_MAX = 64 << 20
const ARCHIVE_NAME = /\.gz$/

export interface ArchiveSurroundings extends Surroundings {
  /** A file's bytes, piece by piece. */
  open(path: string): Readable
}

/** Whether the command is given archives: their names end in `.gz`. */
export function namesArchives(args: readonly string[]): boolean {
  return args.some((arg) => !arg.startsWith('-') && ARCHIVE_NAME.test(arg))
}

interface Looked {
  path: string
  head: ArchiveHead | null
  /** Lines read. */
  lines: number
  entries: number
  fault: ArchiveFault | null
}

/** Verifies archives of the price log, those of one product in the order given; answers the command's exit code. */
export async function runArchives(args: readonly string[], around: ArchiveSurroundings): Promise<number> {
  let json = args.includes('--json')
  try {
    const options = readArguments(args)
    json = options.json
    const keysPath = options.keys ?? join(around.homeDir, PINNED_KEYS)
    const keys = parseSiteKeys(readJson(around, keysPath))
    if (!keys.ok) throw new Unreadable(`${keysPath} ${NOT_KEYS} (${keys.code})`)
    const check = new ArchiveCheck(keys.value)
    for (const path of options.archives) {
      const looked = await look(path, check, around)
      around.print(`${json ? JSON.stringify(lookedJson(looked)) : describe(looked)}\n`)
      if (looked.fault?.code === 'unknown-key') return EXIT.unknownKey
      if (looked.fault !== null) return EXIT.doesNotHold
    }
    if (!json) around.print(`${LIMITS}\n`)
    return EXIT.good
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (json) around.print(`${JSON.stringify({ ok: false, error: error.message })}\n`)
    else around.printError(`${error.message}\n`)
    return EXIT.unreadable
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keys: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    if (positionals.every((path) => ARCHIVE_NAME.test(path))) return { archives: positionals, ...values }
  } catch {
    // Node's words name an option; the usage says more.
  }
  throw new Unreadable(USAGE.trimEnd())
}

async function look(path: string, check: ArchiveCheck, around: ArchiveSurroundings): Promise<Looked> {
  const looked: Looked = { path, head: null, lines: 0, entries: 0, fault: null }
  for await (const text of linesOf(path, around)) {
    looked.lines += 1
    const value = parsed(text)
    looked.fault = looked.lines === 1 ? check.begin(value) : check.take(value)
    if (looked.fault !== null) return looked
    if (looked.lines === 1) looked.head = check.head
    else looked.entries += (value as { entries: unknown[] }).entries.length
  }
  if (looked.lines === 0) throw new Unreadable(`${path} ${CANNOT_READ}`)
  looked.fault = check.finish()
  return looked
}

/** A line that is no JSON has not the form of one. */
function parsed(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch {
    return null
  }
}

/** Every line has its end: a file cut off between two blocks is told by its head, one cut off within a line here. */
async function* linesOf(path: string, { open }: ArchiveSurroundings): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const file = open(path)
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  let rest = ''
  try {
    for await (const piece of file.pipe(gunzip)) {
      const lines = (rest + decoder.decode(piece as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_CHARACTERS_MAX) break
      yield* lines
    }
    rest += decoder.decode()
  } catch {
    rest = path
  } finally {
    file.destroy()
  }
  if (rest !== '') throw new Unreadable(`${path} ${CANNOT_READ}`)
}

const wordOf = (code: ProofCode): string => (code === 'format' ? ARCHIVE_WORDS.format : CODE_WORDS[code])

function describe({ path, head, lines, entries, fault }: Looked): string {
  if (fault === null && head !== null) return ARCHIVE_WORDS.holds({ path, ...head, entries })
  const { check, code, details } = ensure(fault)
  return [
    `${code === 'unknown-key' ? ARCHIVE_WORDS.unknownKey : ARCHIVE_WORDS.doesNotHold} ${wordOf(code)}`,
    ARCHIVE_WORDS.place(path, lines, check === 'format' ? ARCHIVE_WORDS.form : CHECK_WORDS[check]),
    `  ${check}, ${code}`,
    ...Object.entries(details).map(([name, value]) => `  ${name}: ${value}`),
  ].join('\n')
}

function lookedJson({ path, head, lines, entries, fault }: Looked): unknown {
  if (fault === null) return { ok: true, kind: 'archive', path, ...head, blocks: lines - 1, entries }
  const { check, code, details } = fault
  return { ok: false, path, line: lines, check, code, message: wordOf(code), details }
}
