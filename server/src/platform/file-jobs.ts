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

/** Refuses a file for what it holds only; anything else that goes wrong is thrown. */
export async function carryOutFileJob(job: FileJob, bytes: Uint8Array): Promise<FileAnswer> {
  try {
    if (job !== 'pdf') return { bytes: await makePicture(bytes, job) }
    checkPdf(bytes)
    return { bytes: null }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}
