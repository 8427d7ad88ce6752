import { stat } from 'node:fs/promises'
import { encodeBase64url } from '@truestrike/core/base64url.ts'
import { formatDay } from '@truestrike/core/utc-day.ts'
import type { ArchivedDay } from '@truestrike/protocol/proof-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import type { LiveProduct } from './live-product.ts'
import { getArchive, type LogArchive, listArchives } from './log-archives.store.ts'
import { dayOf } from './public-days.ts'

const DAYS_PER_PAGE = 100

export interface ArchivesQuery {
  symbol: string
  fromDay?: string | undefined
  limit?: number | undefined
}

/** A page of the days of a product's log that are files. */
export async function readArchivePage(db: Db, { record }: LiveProduct, query: ArchivesQuery) {
  const { limit = DAYS_PER_PAGE } = query
  const fromDay = query.fromDay === undefined ? null : dayOf(query.fromDay)
  const archives = await listArchives(db, { productId: record.id, fromDay, limit })
  const last = archives.at(-1)
  return {
    symbol: record.symbol,
    archives: archives.map((archive) => archivedDayOf(record.symbol, archive)),
    nextDay:
      fromDay !== null && last !== undefined && archives.length === limit ? formatDay(last.day + 1) : null,
  }
}

export function archivedDayOf(symbol: string, archive: LogArchive): ArchivedDay {
  const { precision, firstNumber, lastNumber, firstSeq, lastSeq, bytes } = archive
  const day = formatDay(archive.day)
  return {
    ...{ day, precision, firstNumber, lastNumber, firstSeq, lastSeq, bytes },
    sha256: encodeBase64url(archive.sha256),
    path: `/api/market/archives/${symbol}/${day}`,
  }
}

/** The file of a day; its name comes from the database, never from the call. `RANGE_NOT_AVAILABLE`: there is none. */
export async function archiveDownload(
  { db, archives }: { db: Db; archives: ArchiveFolder },
  { record }: LiveProduct,
  day: string,
): Promise<Download> {
  const archive = await getArchive(db, record.id, dayOf(day, 'day'))
  if (archive === null) throw new AppError('RANGE_NOT_AVAILABLE')
  const path = archives.pathOf(archive.file)
  const found = await stat(path).catch(() => null)
  if (found?.size !== archive.bytes) throw archives.missing(archive.file)
  return {
    fileName: `${record.symbol}-${day}.jsonl.gz`,
    contentType: 'application/gzip',
    tag: encodeBase64url(archive.sha256),
    ...{ path, bytes: archive.bytes },
  }
}
