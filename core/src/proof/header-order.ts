import { type BlockHeader, NO_HEADER } from './block-header.ts'
import { lastMarkSeq, MARK_KINDS } from './hidden-marks.ts'

/** A header makes sense by itself. */
export function isHeaderSound(header: BlockHeader): boolean {
  const { number, firstSeq, lastSeq, previous, lastSourceSeq, lastVoidSeq } = header
  const isFirst = number === 1
  return (
    firstSeq <= lastSeq &&
    // Every block holds an entry at least.
    firstSeq >= number &&
    isFirst === (firstSeq === 1) &&
    isFirst === (previous === NO_HEADER) &&
    // A log begins with its source.
    lastSourceSeq >= 1 &&
    lastSourceSeq <= lastSeq &&
    lastVoidSeq <= lastSeq
  )
}

/** What a later header must say, however many are left out between the two. */
export function followsLater(before: BlockHeader, header: BlockHeader): boolean {
  const numbers = header.number - before.number
  const marksAgree = MARK_KINDS.every((kind) => {
    const seq = lastMarkSeq(header, kind)
    return seq === lastMarkSeq(before, kind) || seq > before.lastSeq
  })
  return (
    numbers >= 1 &&
    header.firstSeq - before.lastSeq >= numbers &&
    header.timeMs >= before.timeMs &&
    header.productVersion >= before.productVersion &&
    marksAgree
  )
}
