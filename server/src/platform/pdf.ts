import { inflateSync } from 'node:zlib'
import {
  type PdfFault,
  PdfRefusal,
  readPdf,
  STREAM_BYTES_MAX,
  STREAMS_BYTES_MAX,
} from '@truestrike/core/paper/pdf-rules.ts'
import type { ErrorCode } from '@truestrike/protocol/errors.ts'
import { AppError } from './app-error.ts'

const CODES: Readonly<Record<PdfFault, ErrorCode>> = {
  unreadable: 'PDF_UNREADABLE',
  encrypted: 'PDF_ENCRYPTED',
  active: 'PDF_ACTIVE',
}

/**
 * Refuses what `readPdf` refuses. The time it takes grows with the size of the file and with `STREAMS_BYTES_MAX`
 * and with nothing else; it is still for a process of its own (`file-worker.ts`), never for one that serves calls.
 * Errors: PDF_UNREADABLE, PDF_ENCRYPTED, PDF_ACTIVE.
 */
export function checkPdf(bytes: Uint8Array): void {
  try {
    const reading = readPdf(bytes, latin1)
    let left = STREAMS_BYTES_MAX
    for (const packed of reading.packed) {
      const unpacked = unpack(packed, Math.min(left, STREAM_BYTES_MAX))
      if (unpacked.length >= left) throw new PdfRefusal('unreadable')
      left -= unpacked.length
      reading.look(unpacked)
    }
    reading.finish()
  } catch (error) {
    throw new AppError(error instanceof PdfRefusal ? CODES[error.fault] : 'PDF_UNREADABLE')
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

function unpack(packed: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength })
  } catch {
    throw new PdfRefusal('unreadable')
  }
}
