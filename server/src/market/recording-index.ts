import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** `bars` minutes with open, high, low, close · `frames` raw trades of an exchange's stream · `quotes` bid and ask. */
export type RecordingKind = 'bars' | 'frames' | 'quotes'

export interface Recording {
  path: string
  kind: RecordingKind
  /** Name of what was recorded as in the file's name: `BTCUSDT`, `EURUSD`. */
  pair: string
  /** Recorded time of the first row, and of the end of the last one. */
  firstMs: number
  endMs: number
}

/** A file that should be a recording cannot be read: leaving it out would silently change what is replayed. */
export class RecordingError extends Error {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`${path}: expected a gzip file that can be read (${why}); mend it or take it out of the folder`, {
      cause,
    })
    this.name = 'RecordingError'
  }
}

const FOLDERS_DEEP = 4
const FILES_MAX = 1_000
const HEADERS: Readonly<Record<string, RecordingKind>> = {
  'open_time_ms,open,high,low,close,volume': 'bars',
  'time_ms,bid,ask': 'quotes',
}
const MINUTE_MS = 60_000

/** Lines of a gzip file, read as a stream. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path)
  const unzipped = input.pipe(createGunzip())
  input.on('error', (error) => unzipped.destroy(error))
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
  } finally {
    input.destroy()
    unzipped.destroy()
  }
}

const scans = new Map<string, Promise<Recording[]>>()

/** As `scanRecordings`, looking through a folder once: its clock and its feed both need to know. */
export function listRecordings(folder: string): Promise<Recording[]> {
  const known = scans.get(folder)
  if (known !== undefined) return known
  const scan = scanRecordings(folder)
  scans.set(folder, scan)
  return scan
}

/** All recordings below a folder that this program can read; others are left alone. Ascending by path. */
async function scanRecordings(folder: string): Promise<Recording[]> {
  const recordings: Recording[] = []
  for (const path of await listFiles(folder, FOLDERS_DEEP)) {
    const recording = await describeRecording(path)
    if (recording !== null) recordings.push(recording)
  }
  return recordings
}

async function listFiles(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth > 1) files.push(...(await listFiles(path, depth - 1)))
    else if (entry.isFile() && entry.name.endsWith('.gz')) files.push(path)
  }
  return files.slice(0, FILES_MAX)
}

/** Characters looked at from either end: the first and last trade of raw frames lie well inside. */
const EDGE_CHARS = 262_144

async function describeRecording(path: string): Promise<Recording | null> {
  const { head, tail } = await readEdges(path).catch((error: unknown) => {
    throw new RecordingError(path, error)
  })
  const pair = pairOf(path)
  const firstLine = head[0] ?? ''
  const kind = HEADERS[firstLine] ?? (/^\d{19} \{"stream":/.test(firstLine) ? 'frames' : null)
  if (kind === null || pair === null) return null
  const timeOf = (line: string): number | null => timeOfLine(kind, line)
  const firstMs = head.map(timeOf).find((timeMs) => timeMs !== null)
  const lastMs = tail.map(timeOf).findLast((timeMs) => timeMs !== null)
  if (firstMs === undefined || firstMs === null || lastMs === undefined || lastMs === null) return null
  return { path, kind, pair, firstMs, endMs: lastMs + (kind === 'bars' ? MINUTE_MS : 1) }
}

/** The first and last lines of a file: whole lines, many of them. */
async function readEdges(path: string): Promise<{ head: string[]; tail: string[] }> {
  let head = ''
  let tail = ''
  const input = createReadStream(path)
  const unzipped = input.pipe(createGunzip())
  input.on('error', (error) => unzipped.destroy(error))
  unzipped.setEncoding('utf8')
  for await (const chunk of unzipped) {
    if (head.length < EDGE_CHARS) head += chunk
    tail = (tail + chunk).slice(-EDGE_CHARS)
  }
  return { head: head.split('\n').slice(0, -1), tail: tail.split('\n').slice(1) }
}

/** Recorded time of a row; of a frame only when it is a trade. */
export function timeOfLine(kind: RecordingKind, line: string): number | null {
  const text =
    kind === 'frames' ? (/"e":"trade".*"T":(\d+)/.exec(line)?.[1] ?? '') : line.slice(0, line.indexOf(','))
  return /^\d{12,14}$/.test(text) ? Number(text) : null
}

/** `BTCUSDT.csv.gz`, `binance_spot_ws_BTCUSDT_….gz`, `fxcm_EURUSD_ticks_….csv.gz`: the part in capitals. */
function pairOf(path: string): string | null {
  return (
    basename(path)
      .split(/[._]/)
      .find((part) => /^[A-Z]{6,12}$/.test(part)) ?? null
  )
}
