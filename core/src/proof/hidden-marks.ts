import type { LogEntry } from '../log-entry.ts'
import type { BlockHeader } from './block-header.ts'

/** Entries that count wherever they stand between acceptance and outcome: a change of source, a void. */
export type MarkKind = Extract<LogEntry['kind'], 'source' | 'void'>
export const MARK_KINDS: readonly MarkKind[] = ['source', 'void']

export function lastMarkSeq(header: BlockHeader, kind: MarkKind): number {
  return kind === 'source' ? header.lastSourceSeq : header.lastVoidSeq
}

interface MarkQuestion {
  kind: MarkKind
  /** Looked for in (afterSeq, toSeq]. */
  afterSeq: number
  toSeq: number
  /** Entries that are shown, by number. */
  isShown: (seq: number) => boolean
  /** The header of the block that holds a number; null: not at hand. */
  headerOf: (seq: number) => BlockHeader | null
}

/**
 * Number of the newest entry that may be such a mark without being shown; null when there can be none. Headers say where
 * the newest mark up to their end is: from there on nothing need be shown.
 */
export function hiddenMark({ kind, afterSeq, toSeq, isShown, headerOf }: MarkQuestion): number | null {
  let seq = toSeq
  while (seq > afterSeq) {
    const header = headerOf(seq)
    const newest = header === null ? seq : lastMarkSeq(header, kind)
    if (newest < seq) seq = newest
    else if (isShown(seq)) seq -= 1
    else return seq
  }
  return null
}
