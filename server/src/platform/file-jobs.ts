import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { AppError } from './app-error.ts'
import { checkPdf } from './pdf.ts'
import { makePicture, type PictureShape } from './picture.ts'

/** What is asked of the process that looks at uploaded files. */
export type FileJob = 'pdf' | PictureShape

/** What the message says of a file, whose bytes come on the standard input: a message would hold two more copies of them. */
export interface FileCall {
  job: FileJob
  length: number
}

/** Null: a PDF stays as it is. */
export type FileAnswer = { bytes: Uint8Array | null } | { refused: ErrorCode }

/** The message of a process that has started. */
export const READY = 'ready'

/** Whatever goes wrong with a file is a fault of the file. */
export const unreadableCode = (job: FileJob): ErrorCode =>
  job === 'pdf' ? 'PDF_UNREADABLE' : 'PICTURE_UNREADABLE'

export async function carryOutFileJob(job: FileJob, bytes: Uint8Array): Promise<FileAnswer> {
  try {
    if (job !== 'pdf') return { bytes: await makePicture(bytes, job) }
    checkPdf(bytes)
    return { bytes: null }
  } catch (error) {
    return { refused: error instanceof AppError ? error.code : unreadableCode(job) }
  }
}
