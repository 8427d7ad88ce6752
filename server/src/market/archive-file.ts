import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { assert, ensure } from '@truestrike/core/assert.ts'
import { type ArchiveHead, archiveBlocks, archiveHeadJson } from '@truestrike/core/proof/archive-json.ts'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import { renameDurably } from '../platform/durable-file.ts'
import { makeFolder } from '../platform/make-folder.ts'
import type { ArchivePart } from './log-archives.store.ts'

/** Entries of a part: it is made and read at one go. */
const PART_ENTRIES = 2_000
/** Between two parts, so that nothing else of this process waits for long. Real time. */
const PAUSE_MS = 5
const HASH_LETTERS = 16
const DRAFT = /\.draft$/
/** Nobody is still writing a draft that was left alone for so long. */
const DRAFT_LIFE_MS = 3_600_000

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** A file with a day of the log, as docs/proof.md describes it. */
export interface ArchiveFile {
  /** Below the archive folder. */
  file: string
  bytes: number
  sha256: Uint8Array
  parts: ArchivePart[]
}

/**
 * Writes a day of the log: whole, durable, read back and under its name when it resolves. The name holds the beginning of
 * the hash: two processes that write the same day never overwrite one another with something else.
 */
export async function writeArchiveFile(
  folder: string,
  head: ArchiveHead,
  blocks: AsyncIterable<SealedBlock>,
): Promise<ArchiveFile> {
  makeFolder(join(folder, head.symbol))
  const draft = join(folder, head.symbol, `${head.day}.${randomUUID()}.draft`)
  const opened = await open(draft, 'w', 0o600)
  try {
    const { bytes, sha256, parts } = await writeParts(opened, head, blocks)
    await opened.sync()
    assert(sha256.equals(await hashOf(draft)), `${draft} does not hold what was written`)
    const name = `${head.symbol}-${head.day}-${sha256.toString('hex').slice(0, HASH_LETTERS)}.jsonl.gz`
    await renameDurably(draft, join(folder, head.symbol, name))
    return { file: `${head.symbol}/${name}`, bytes, sha256, parts }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await opened.close()
  }
}

async function writeParts(opened: FileHandle, head: ArchiveHead, blocks: AsyncIterable<SealedBlock>) {
  const codec = archiveBlocks(head.precision)
  const hash = createHash('sha256')
  const parts: ArchivePart[] = []
  let bytes = 0
  const write = async (text: string): Promise<void> => {
    const part = await compress(text)
    await opened.writeFile(part)
    hash.update(part)
    bytes += part.length
  }
  await write(lineOf(archiveHeadJson(head)))
  let lines = ''
  let entries = 0
  let last: SealedBlock | null = null
  const endPart = async (): Promise<void> => {
    const { seq: lastSeq, timeMs: lastTimeMs } = ensure(last?.entries.at(-1), 'a part has a block')
    parts.push({ offset: bytes, lastSeq, lastTimeMs })
    await write(lines)
    lines = ''
    entries = 0
    await delay(PAUSE_MS)
  }
  for await (const block of blocks) {
    last = block
    lines += lineOf(codec.json(block))
    entries += block.entries.length
    if (entries >= PART_ENTRIES) await endPart()
  }
  if (entries > 0) await endPart()
  assert(last?.header.number === head.lastNumber, 'the blocks of the day are not all there')
  return { bytes, sha256: hash.digest(), parts }
}

const lineOf = (json: unknown): string => `${JSON.stringify(json)}\n`

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest()
}

/** What a process that was killed has left of files it was writing. */
export async function removeDrafts(folder: string, symbol: string): Promise<void> {
  const own = join(folder, symbol)
  const names = await readdir(own).catch(() => [])
  for (const path of names.filter((name) => DRAFT.test(name)).map((name) => join(own, name))) {
    const { mtimeMs } = await stat(path)
    // Both times are of machines and their file systems, not of the service clock.
    if (performance.timeOrigin + performance.now() - mtimeMs > DRAFT_LIFE_MS) await rm(path, { force: true })
  }
}

/** The blocks of some parts that stand side by side; null when there is no such file. */
export async function readArchiveBlocks(
  path: string,
  precision: number,
  { from, to }: { from: number; to: number },
): Promise<SealedBlock[] | null> {
  const packed = Buffer.alloc(to - from)
  const file = await open(path, 'r').catch(orNull)
  if (file === null) return null
  try {
    const { bytesRead } = await file.read(packed, 0, packed.length, from)
    assert(bytesRead === packed.length, `${path} is shorter than it was`)
  } finally {
    await file.close()
  }
  const codec = archiveBlocks(precision)
  const lines = (await expand(packed)).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const read = codec.parse(JSON.parse(line))
    assert(read.ok, `${path} does not hold what was written`)
    return read.value
  })
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
