import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { AppError } from './app-error.ts'

/** Of one object stream unpacked, and of all together. */
const STREAM_BYTES_MAX = 16 * 1024 * 1024
const STREAMS_BYTES_MAX = 64 * 1024 * 1024
/** Where the end of a file says where its table of objects is, and where that begins. */
const TAIL_LENGTH = 1_024
const TABLE_LENGTH = 40
const inflateAsync = promisify(inflate)

// Blanks of the format are those of the language and the zero byte.
const REFERENCE = '\\d+[\\0\\s]+\\d+[\\0\\s]+R\\b'
const named = (names: string, then = ''): RegExp =>
  new RegExp(`/(?:${names})(?![A-Za-z0-9_.+-])${then === '' ? '' : `[\\0\\s]*(?:${then})`}`)

const ENCRYPTED = named('Encrypt')
/** What does something, or holds what does: scripts, programs, other files, forms that run, media. */
const ACTIVE = [
  named('JavaScript|Launch|ImportData|SubmitForm|GoToE|Rendition|Movie|Sound|RichMedia[A-Za-z]*'),
  named('EmbeddedFiles?|FileAttachment'),
  named('EF', `<<|${REFERENCE}`),
  named('XFA', `[[<]|${REFERENCE}`),
]
/** Done without being asked; going to a page of its own is written as a list. */
const BY_ITSELF = named('OpenAction|AA', `<<|${REFERENCE}`)
const OUTWARD = named('URI|GoToR')
const PAGE = named('Pages?')
const OBJECT_STREAM = named('ObjStm')
/** Where the first object of an object stream is; elsewhere the word names an object. */
const FIRST = /\/First[\0\s]+\d+(?!\d)(?![\0\s]+\d+[\0\s]+R\b)/
/** A stream with its dictionary, as every writer makes an object stream: nothing nested, no remarks. */
const STREAM = /\d{1,10}[\0\s]+\d{1,5}[\0\s]+obj[\0\s]*<<([^<>()%]*)>>[\0\s]*stream\r?\n/g
const PACKED = named('Filter')
const DEFLATED = /\/Filter[\0\s]*(?:\/FlateDecode\b|\[[\0\s]*\/FlateDecode[\0\s]*\])/
/** Packed in some other way besides, or not in this file. */
const OTHERWISE = named('DecodeParms|F|FFilter|FDecodeParms')

const unreadable = (): AppError => new AppError('PDF_UNREADABLE')

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1') === '%PDF-'

/**
 * Refuses what is no whole PDF (ISO 32000) from its first byte to its last, is encrypted, or holds scripts, programs, other
 * files or forms that run. Readers follow a file's table of objects, and each mends a broken one in a way of its own; so
 * none is followed here: every byte is looked at, and all that object streams hold, whether a reader would find it or not.
 * What cannot be looked through is refused. Errors: PDF_UNREADABLE, PDF_ENCRYPTED, PDF_ACTIVE.
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = file.toString('latin1')
  if (!isPdf(bytes) || !isWhole(text)) throw unreadable()
  const plain = plainNames(file)
  const texts = [plain]
  if (holds(texts, ENCRYPTED)) throw new AppError('PDF_ENCRYPTED')
  let left = STREAMS_BYTES_MAX
  for (const start of packedStreams(text, plain)) {
    const options = { maxOutputLength: Math.min(left, STREAM_BYTES_MAX) }
    const unpacked = await inflateAsync(file.subarray(start), options).catch(() => null)
    if (unpacked === null || unpacked.length >= left) throw unreadable()
    left -= unpacked.length
    texts.push(plainNames(unpacked))
  }
  if (ACTIVE.some((pattern) => holds(texts, pattern))) throw new AppError('PDF_ACTIVE')
  if (holds(texts, BY_ITSELF) && holds(texts, OUTWARD)) throw new AppError('PDF_ACTIVE')
  if (!holds(texts, PAGE)) throw unreadable()
}

const holds = (texts: readonly string[], pattern: RegExp): boolean => texts.some((text) => pattern.test(text))

const HASH = 0x23
const DIGITS = '0123456789abcdef'

/** What two digits spell; -1: they are none. */
function codeAt(bytes: Uint8Array, at: number): number {
  const [high = -1, low = -1] = [bytes[at], bytes[at + 1]].map((byte = 0) =>
    DIGITS.indexOf(String.fromCharCode(byte).toLowerCase()),
  )
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** As text, letters that names spell as numbers (`/J#61vaScript`) being letters. */
function plainNames(bytes: Uint8Array): string {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const code = byte === HASH ? codeAt(bytes, at + 1) : -1
    plain[length++] = code < 0 ? byte : code
    if (code >= 0) at += 2
  }
  return plain.toString('latin1', 0, length)
}

/** Ends as a PDF does, with nothing behind it, and has its table of objects where it says. */
function isWhole(text: string): boolean {
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF[\0\s]*$/.exec(text.slice(-TAIL_LENGTH)) ?? []
  if (offset === undefined) return false
  return /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + TABLE_LENGTH))
}

/** Where what is packed in object streams begins. Errors: PDF_UNREADABLE, for one that is not written as all are. */
function packedStreams(text: string, plain: string): number[] {
  const streams = [...text.matchAll(STREAM)].filter(([, dictionary = '']) => OBJECT_STREAM.test(dictionary))
  for (const each of [OBJECT_STREAM, FIRST]) {
    if ([...plain.matchAll(new RegExp(each, 'g'))].length !== streams.length) throw unreadable()
  }
  return streams
    .filter(([, dictionary = '']) => PACKED.test(dictionary))
    .map(({ index, 0: all, 1: dictionary = '' }) => {
      if (!DEFLATED.test(dictionary) || OTHERWISE.test(dictionary)) throw unreadable()
      return index + all.length
    })
}
