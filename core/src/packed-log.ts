import { assert } from './assert.ts'
import { type ByteReader, createByteReader, MalformedBytes } from './byte-reader.ts'
import { createByteWriter } from './byte-writer.ts'
import type { LogEntry } from './log-entry.ts'
import { createPackState, readEntry, writeEntry } from './packed-entry.ts'
import { fail, ok, type Result } from './result.ts'

export const PACKED_VERSION = 1
/** Entries one packed run may hold. */
export const PACKED_ENTRIES_MAX = 1_000_000

/**
 * Consecutive entries of one product (numbers without gaps, times never running back) as few bytes: about ten a tick,
 * three a watermark. Layout: version u8, count, first seq, first time (varints), then each entry as in
 * `packed-entry.ts`. Lossless.
 */
export function packEntries(entries: readonly LogEntry[]): Uint8Array {
  assert(entries.length <= PACKED_ENTRIES_MAX, 'too many entries for one run')
  const out = createByteWriter(16 + entries.length * 12)
  const first = entries[0]
  out.u8(PACKED_VERSION)
  out.varint(entries.length)
  if (first === undefined) return out.done()
  out.varint(first.seq)
  out.varint(first.timeMs)
  const state = createPackState(first.seq, first.timeMs)
  for (const entry of entries) writeEntry(out, entry, state)
  return out.done()
}

/** The entries again. Bytes that no encoder wrote are refused, never guessed at. */
export function unpackEntries(bytes: Uint8Array): Result<LogEntry[], 'MALFORMED'> {
  try {
    return ok(readAll(createByteReader(bytes)))
  } catch (error) {
    if (error instanceof MalformedBytes) return fail('MALFORMED')
    throw error
  }
}

function readAll(reader: ByteReader): LogEntry[] {
  if (reader.u8() !== PACKED_VERSION) throw new MalformedBytes('unknown version')
  const count = reader.varint()
  // Two bytes an entry at the least: a false count cannot make it reserve much.
  if (count > PACKED_ENTRIES_MAX || count * 2 > reader.remaining()) throw new MalformedBytes('false count')
  const entries: LogEntry[] = []
  if (count > 0) {
    const state = createPackState(reader.varint(), reader.varint())
    for (let index = 0; index < count; index += 1) entries.push(readEntry(reader, state))
  }
  if (!reader.atEnd()) throw new MalformedBytes('bytes left over')
  return entries
}
