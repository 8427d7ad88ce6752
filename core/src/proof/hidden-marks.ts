import { type LogEntry, seqBefore } from '../log-entry.ts'
import type { BlockHeader } from './block-header.ts'

/** Entries that count wherever they stand between acceptance and outcome: a change of source, a void. */
export type MarkKind = Extract<LogEntry['kind'], 'source' | 'void'>
export const MARK_KINDS: readonly MarkKind[] = ['source', 'void']

/** A restart is both: what was before it is lost, voids too. */
export function isMark(entry: LogEntry, kind: MarkKind): boolean {
  return entry.kind === kind || entry.kind === 'restart'
}

export function lastMarkSeq(header: BlockHeader, kind: MarkKind): number {
  return kind === 'source' ? header.lastSourceSeq : header.lastVoidSeq
}

interface MarkQuestion {
  kind: MarkKind
  /** Looked for in (afterSeq, toSeq]. */
  afterSeq: number
  toSeq: number
  /** An entry that is shown, by its number; null: it is not. */
  shown: (seq: number) => LogEntry | null
  /** The header of the block that holds a number; null: not at hand. */
  headerOf: (seq: number) => BlockHeader | null
}

/**
 * Number of the newest entry that may be such a mark without being shown; null when there can be none. Headers say where
 * the newest mark up to their end is: from there on nothing need be shown.
 */
export function hiddenMark({ kind, afterSeq, toSeq, shown, headerOf }: MarkQuestion): number | null {
  let seq = toSeq
  while (seq > afterSeq) {
    const header = headerOf(seq)
    const newest = header === null ? seq : lastMarkSeq(header, kind)
    if (newest < seq) {
      seq = newest
      continue
    }
    const entry = shown(seq)
    if (entry === null) return seq
    seq = seqBefore(entry)
  }
  return null
}
