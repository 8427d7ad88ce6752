import { ensure } from '@truestrike/core/assert.ts'
import type { SealedBlock } from '@truestrike/core/proof/build-receipt.ts'
import type { Sql } from '../platform/db.ts'
import { readArchiveBlocks } from './archive-file.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { type LogArchive, listArchivesOf } from './log-archives.store.ts'
import type { BlockSpan } from './log-blocks.store.ts'

const lastOf = ({ entries }: Pick<SealedBlock, 'entries'>) => {
  const { seq: lastSeq, timeMs: lastTimeMs } = ensure(entries.at(-1))
  return { lastSeq, lastTimeMs }
}

/** The ends of pieces of a log that stand in a row. */
interface End {
  lastSeq: number
  lastTimeMs: number
}

/** Which pieces, first and last, a span touches: from the one with its beginning to the one with its end. */
function touched(ends: readonly End[], span: BlockSpan): [first: number, last: number] {
  const first =
    'fromSeq' in span
      ? ends.findIndex(({ lastSeq }) => lastSeq >= span.fromSeq)
      : Math.max(
          0,
          ends.findLastIndex(({ lastTimeMs }) => lastTimeMs < span.fromMs),
        )
  const end = ends.findIndex((piece) =>
    'toSeq' in span ? piece.lastSeq >= span.toSeq : piece.lastTimeMs > span.toMs,
  )
  return [first === -1 ? ends.length : first, end === -1 ? ends.length - 1 : end]
}

/** The blocks of a span that are in archives, ascending. `RANGE_NOT_AVAILABLE`: a file is not where it was put. */
export async function readArchived(
  sql: Sql,
  folder: ArchiveFolder,
  productId: number,
  span: BlockSpan,
): Promise<SealedBlock[]> {
  const archives = await listArchivesOf(sql, productId, span)
  const blocks: SealedBlock[] = []
  for (const archive of archives) blocks.push(...(await readTouched(folder, archive, span)))
  const [first, last] = touched(blocks.map(lastOf), span)
  return blocks.slice(first, last + 1)
}

async function readTouched(
  folder: ArchiveFolder,
  archive: LogArchive,
  span: BlockSpan,
): Promise<SealedBlock[]> {
  const { parts, bytes, precision, file } = archive
  const [first, last] = touched(parts, span)
  const from = parts[first]?.offset
  if (from === undefined || last < first) return []
  const to = parts[last + 1]?.offset ?? bytes
  const blocks = await readArchiveBlocks(folder.pathOf(file), precision, { from, to })
  if (blocks === null) throw folder.missing(file)
  return blocks
}
