import {
  type PdfFault,
  PdfRefusal,
  readPdf,
  STREAM_BYTES_MAX,
  STREAMS_BYTES_MAX,
} from '@truestrike/core/paper/pdf-rules.ts'
import { pictureFault, readPictureHead } from '@truestrike/core/paper/picture-rules.ts'

/** Ends of line that may stand between what is packed and the word that ends it. */
const LINE_END_LENGTH_MAX = 2

/** What the server would say of a picture by its header. */
export function findPictureFault(bytes: Uint8Array): 'unreadable' | 'tooManyPixels' | 'tooFewPixels' | null {
  const head = readPictureHead(bytes)
  if (head === null) return 'unreadable'
  const fault = pictureFault(head)
  return fault === null ? null : fault === 'tooLarge' ? 'tooManyPixels' : 'tooFewPixels'
}

/** What the server would say of a PDF. What cannot be unpacked here is left for it. */
export async function findPdfFault(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> {
  const decoder = new TextDecoder('latin1')
  try {
    const reading = readPdf(bytes, (part) => decoder.decode(part))
    let left = STREAMS_BYTES_MAX
    for (const packed of reading.packed) {
      const unpacked = await unpack(packed, Math.min(left, STREAM_BYTES_MAX))
      if (unpacked === null) continue
      if (unpacked.length >= left) throw new PdfRefusal('unreadable')
      left -= unpacked.length
      reading.look(unpacked)
    }
    reading.finish()
    return null
  } catch (error) {
    if (error instanceof PdfRefusal) return error.fault
    throw error
  }
}

/** Null: it cannot be unpacked here. Throws a refusal when it is longer than that. */
async function unpack(packed: Uint8Array, bytesMax: number): Promise<Uint8Array | null> {
  if (typeof DecompressionStream !== 'function') return null
  // A browser, unlike the server, takes nothing behind the end.
  for (let tail = 0; tail <= LINE_END_LENGTH_MAX; tail++) {
    const unpacked = await inflate(packed.slice(0, packed.length - tail), bytesMax).catch(
      (error: unknown) => {
        if (error instanceof PdfRefusal) throw error
        return null
      },
    )
    if (unpacked !== null) return unpacked
  }
  return null
}

async function inflate(packed: Uint8Array<ArrayBuffer>, bytesMax: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > bytesMax) {
      await reader.cancel()
      throw new PdfRefusal('unreadable')
    }
    parts.push(value)
  }
  const unpacked = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    unpacked.set(part, at)
    at += part.length
  }
  return unpacked
}
