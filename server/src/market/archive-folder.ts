import { join } from 'node:path'
import { AppError } from '../platform/app-error.ts'
import type { Log } from '../platform/log.ts'

/** Where the files with older days of the log are. */
export interface ArchiveFolder {
  pathOf(file: string): string
  /** What a caller is told when a file is not where it was put; the operator is told too. */
  missing(file: string): AppError
}

export function createArchiveFolder(dir: string, log: Pick<Log, 'error'>): ArchiveFolder {
  return {
    pathOf: (file) => join(dir, file),
    missing(file) {
      log.error(
        { file: join(dir, file) },
        'an archive of the price log is not where it was put (ARCHIVE_DIR)',
      )
      return new AppError('RANGE_NOT_AVAILABLE')
    },
  }
}
